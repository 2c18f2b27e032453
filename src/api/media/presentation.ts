import type { Kysely } from 'kysely'
import { groupBy } from '../../group-by.ts'
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
  const uses = await usesOfImages(
    db,
    images.map(({ id }) => id),
    caller,
  )
  const described = new Map(images.map(({ id }) => [id, [] as Presented[]]))
  for (const [table, ofTable] of groupBy(uses, (use) => use.table)) {
    const resource = resources[table]
    const ids = ofTable.map(({ id }) => id)
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
