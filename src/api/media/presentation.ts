import { idsOf } from '../../ids-of.ts'
import type { Kysely } from 'kysely'
import { groupBy } from '../../group-by.ts'
import { contentTypeOf } from '../../media/storage/storage.ts'
import { focusOf, presentImage, type Image } from '../../resources/images.ts'
import { resources } from '../../resources/index.ts'
import { usesOfImages } from '../../store/sql/images.ts'
import { load } from '../../store/sql/read.ts'
import type { Database } from '../../store/sql/schema.ts'
import { toWall } from '../../time/index.ts'
import type { OperationRequest } from '../operation.ts'

type Presented = Record<string, unknown>

/** The entries that show each image, with their titles. */
async function describeUses(
  db: Kysely<Database>,
  images: readonly Image[],
  language: string,
  { caller }: OperationRequest,
): Promise<Map<number, Presented[]>> {
  const uses = await usesOfImages(db, idsOf(images), caller)
  const described = new Map(images.map(({ id }) => [id, [] as Presented[]]))
  for (const [table, ofTable] of groupBy(uses, (use) => use.table)) {
    const resource = resources[table]
    const ids = idsOf(ofTable)
    const items = await load(db, resource, ids, {
      resources,
      caller,
      language,
      isLinked: true,
      now: undefined,
    })
    const imageOf = new Map(ofTable.map(({ id, image }) => [id, image]))
    for (const { id, text } of items)
      described
        .get(imageOf.get(id)!)!
        .push({ kind: resource.singular, id, title: text[resource.titleField] ?? '' })
  }
  return described
}

const present = (
  image: Image,
  uses: readonly Presented[],
  language: string,
  { links }: OperationRequest,
) => ({
  ...presentImage(image, { links, language }),
  alt_texts: JSON.parse(image.alt) as Record<string, string>,
  focus: focusOf(image),
  ...(image.placeholder === null ? {} : { placeholder: image.placeholder }),
  author: image.author,
  created_utc: toWall(image.created, 'UTC'),
  used_by: uses,
})

export async function presentMedia(
  db: Kysely<Database>,
  images: readonly Image[],
  language: string,
  request: OperationRequest,
): Promise<Presented[]> {
  const uses = await describeUses(db, images, language, request)
  return images.map((image) => present(image, uses.get(image.id)!, language, request))
}

const fileNameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

const presentVersion = ({ url, 'mime-type': type, ...version }: Presented) => ({
  file: fileNameOf(String(url)),
  ...version,
  mime_type: type,
  source_url: url,
})

/** The representation that clients of WordPress know; what an image does not have here is empty (interface: Images of WordPress). */
export function presentAttachment(image: Image, language: string, { links, site }: OperationRequest) {
  const shown = presentImage(image, { links, language }) as Presented
  const { url, width, height, filesize, alt = '', sizes = {} } = shown
  const full = { url, width, height, filesize, 'mime-type': contentTypeOf(`.${image.extension}`) }
  const versions = Object.entries({ ...(sizes as Record<string, Presented>), full })
  const slug = image.slug ?? image.name ?? String(image.id)
  const writtenIn = (zone: string) => toWall(image.created, zone).replace(' ', 'T')
  return {
    id: image.id,
    date: writtenIn(site.timezone),
    date_gmt: writtenIn('UTC'),
    guid: { rendered: url },
    slug,
    status: 'inherit',
    type: 'attachment',
    link: url,
    title: { rendered: alt || slug },
    author: image.author,
    caption: { rendered: '' },
    description: { rendered: '' },
    alt_text: alt,
    media_type: 'image',
    mime_type: full['mime-type'],
    media_details: {
      width,
      height,
      file: fileNameOf(String(url)),
      filesize,
      sizes: Object.fromEntries(versions.map(([name, version]) => [name, presentVersion(version)])),
    },
    source_url: url,
    _links: { self: [{ href: `${links.rest}/media/${image.id}` }] },
  }
}
