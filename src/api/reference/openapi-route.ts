import type { Resource } from '../../resources/resource.ts'
import { language } from '../../resources/common-parameters.ts'
import { requireParameters } from '../steps.ts'
import { documentationLanguage } from '../language.ts'
import { makeDocument, type DocumentParts, type Json } from './openapi/document.ts'
import { wordPressPathOf } from '../mounts.ts'
import { routeOf, type ApiTree, type OperationRequest, type Route } from '../operation.ts'

/** The OpenAPI document of the service (interface: Discovery and documentation). */

interface DocumentSources {
  /** A function, because this route is itself among the routes of the calendar. */
  readonly trees: () => {
    readonly calendar: readonly ApiTree[]
    readonly admin: ApiTree
    readonly wordPress: ApiTree
  }
  readonly resources: readonly Resource[]
}

interface OpenApiDocument {
  readonly document: Json
  readonly text: string
}

/** Bounded, because host names come from requests and could otherwise grow the cache without limit. */
const maxDocuments = 64

type DocumentLocation = Pick<OperationRequest, 'mount' | 'links' | 'site'>

const pathOf = ({ mounts }: ApiTree, { mount }: DocumentLocation) =>
  mounts.find(({ language }) => language === mount.language)!.path

function partsOf(
  { trees, resources }: DocumentSources,
  place: DocumentLocation,
  language: string,
): DocumentParts {
  const { mount, links, site } = place
  const { calendar, admin, wordPress } = trees()
  const isOffered = (route: Route) => route.isOffered?.(site) ?? true
  const { routes } = calendar.find(({ mounts }) => mounts.some(({ path }) => path === mount.path))!
  return {
    trees: [
      { routes: routes.filter(isOffered), path: mount.path, isPrivate: false },
      { routes: admin.routes.filter(isOffered), path: pathOf(admin, place), isPrivate: true },
      ...(mount.isAlias ? [{ routes: wordPress.routes, path: wordPressPathOf(mount), isPrivate: true }] : []),
    ],
    server: links.site,
    resources,
    hasTextAuthors: links.hasTextAuthors,
    site,
    language,
  }
}

export type GetDocument = (place: DocumentLocation, language: string) => OpenApiDocument

/** Generates the document once per language, URL and settings; nothing in it depends on the time. */
export function createDocuments(documentation: DocumentSources): GetDocument {
  const cache = new Map<string, OpenApiDocument>()
  return (place, language) => {
    const { links, site } = place
    const key = JSON.stringify([language, links.rest, { ...site, now: undefined }])
    const known = cache.get(key)
    if (known !== undefined) return known
    const document = makeDocument(partsOf(documentation, place, language))
    const fresh = { document, text: JSON.stringify(document) }
    if (cache.size >= maxDocuments) cache.delete(cache.keys().next().value!)
    cache.set(key, fresh)
    return fresh
  }
}

export const documentationRoute = (documents: GetDocument): Route =>
  routeOf('/doc', {
    method: 'GET',
    operationId: 'readDocumentation',
    summary: 'Read the OpenAPI document of the API',
    parameters: language,
    responseSchema: 'documentation',
    run(request) {
      const values = requireParameters(language, request)
      const chosen = documentationLanguage(values.ml_language, request)
      const { document, text } = documents(request, chosen)
      return Promise.resolve({
        language: chosen,
        variesByLanguage: true,
        body: document,
        bodyParts: [text],
        headers: { link: `<${request.links.site}/docs>; rel="alternate"; type="text/html"` },
      })
    },
  })
