import { sql, type SqlBool } from 'kysely'
import { ValidationError } from '../../errors.ts'
import { sentOnly } from '../entries.ts'
import { checkIds } from '../reference-checks.ts'
import type { Values } from '../parameter.ts'
import { defineResource, type Draft, type Lookup, type Writing } from '../resource.ts'
import { checkTermList, draftTerm, planTerms, termDeclaration, termFilters, type TermItem } from '../terms.ts'
import { linkedRepresentation, representation } from './representation.ts'
import { fields, listParameters } from './schema.ts'
import { above, levelsUnder, lift, place, shownHue } from './tree.ts'

/** URLs and trees of pages grow with the square of the levels: two thousand of them kept a page busy for half a minute. */
const maxLevels = 50

/** The parent must exist and be neither the category itself nor one of its descendants (interface: Categories). */
async function check({ parent }: Values<typeof fields>, lookup: Lookup): Promise<void> {
  if (!parent) return
  await checkIds('parent', 'category', [parent], lookup)
  if ((await levelsUnder(parent, lookup)) > maxLevels)
    lookup.errors.set(
      'parent',
      ValidationError.of('rest_invalid_parent', 'Categories must have at most {maximum} levels.', {
        maximum: maxLevels,
      }),
    )
  if (lookup.targetId === undefined) return
  const below = await lookup.db
    .selectFrom('category_tree')
    .select('descendant')
    .where('ancestor', '=', lookup.targetId)
    .where('descendant', '=', parent)
    .executeTakeFirst()
  if (below !== undefined)
    lookup.errors.set(
      'parent',
      ValidationError.of(
        'rest_invalid_parent',
        'The parent must not be the category itself or one of its descendants.',
      ),
    )
}

function draft(values: Values<typeof fields>, { site, former }: Writing): Draft {
  const { row, text } = draftTerm(values, site.now)
  const parent = values.parent === undefined && former !== undefined ? undefined : (values.parent ?? 0)
  return { row: { ...row, ...sentOnly({ parent, hue: values.hue }) }, text }
}

async function checkList(values: Values<typeof listParameters>, lookup: Lookup): Promise<void> {
  await checkTermList(values, lookup)
  if (values.parent) await checkIds('parent', 'category', [values.parent], lookup)
}

export const categories = defineResource<typeof fields, typeof listParameters, TermItem>({
  ...termDeclaration('categories', fields),
  listParameters,
  derivedColumns: { shown_hue: shownHue },
  check,
  draft,
  checkList,
  plan: planTerms,
  representation,
  linkedRepresentation,
  filters: {
    ...termFilters('categories'),
    parent: { sql: (id) => sql<SqlBool>`categories.parent = ${id}` },
  },
  above,
  async afterWrite(trx, id, { row }) {
    if (row.parent !== undefined) await place(trx, id, row.parent as number)
  },
  beforeRemove: (trx, { id, row }) => lift(trx, id, row.parent ?? 0),
})
