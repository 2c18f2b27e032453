import type { Resource } from '../../resources/resource.ts'
import { language } from '../../resources/vocabulary.ts'
import { dayOf, toWall } from '../../time/index.ts'
import { readAsked, refuseFaults } from '../steps.ts'
import { toldLanguage } from '../language.ts'
import { makeDocument, type DocumentParts, type Json } from './openapi/document.ts'
import type { Mount } from '../mounts.ts'
import type { Asked, Route } from '../operation.ts'

/** The OpenAPI document of the service (contract §12). */

interface Mounted {
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
}

export interface Documentation {
  /** Trees of routes, the calendar first; asked for late, as this is a route of the first. */
  readonly trees: () => readonly Mounted[]
  readonly resources: readonly Resource[]
}

export interface Made {
  readonly document: Json
  readonly text: string
}

/** Addresses come from requests, so what is kept must not grow with them. */
const kept = 64

type Place = Pick<Asked, 'mount' | 'links' | 'site'>

const serverOf = ({ mounts }: Mounted, { mount, links }: Place) =>
  `${links.site}${mounts.find(({ language, isAlias }) => language === mount.language && !isAlias)!.path}`

const partsOf = ({ trees, resources }: Documentation, place: Place, language: string): DocumentParts => ({
  trees: trees().map((tree, index) => ({
    routes: tree.routes,
    server: index === 0 ? place.links.rest : serverOf(tree, place),
    isPrivate: index > 0,
  })),
  root: place.links.site,
  resources,
  site: place.site,
  language,
})

export type Documents = (place: Place, language: string) => Made

/** Makes the document once per language, address and day: the day stands in its defaults. */
export function createDocuments(documentation: Documentation): Documents {
  const made = new Map<string, Made>()
  return (place, language) => {
    const { links, site } = place
    const key = [language, links.rest, dayOf(toWall(site.now, site.timezone))].join(' ')
    const known = made.get(key)
    if (known !== undefined) return known
    const document = makeDocument(partsOf(documentation, place, language))
    const fresh = { document, text: JSON.stringify(document) }
    if (made.size >= kept) made.delete(made.keys().next().value!)
    made.set(key, fresh)
    return fresh
  }
}

export const documentationRoute = (documents: Documents): Route => ({
  pattern: '/doc',
  operations: [
    {
      method: 'GET',
      name: 'readDocumentation',
      summary: 'Read the OpenAPI document of the interface',
      parameters: language,
      answer: 'documentation',
      run(asked) {
        const { values, faults } = readAsked(language, asked)
        refuseFaults(faults)
        const told = toldLanguage(values.ml_language, asked)
        const { document, text } = documents(asked, told)
        return Promise.resolve({
          language: told,
          isMessage: true,
          body: document,
          text,
          headers: { link: `<${asked.links.site}/docs>; rel="alternate"; type="text/html"` },
        })
      },
    },
  ],
})
