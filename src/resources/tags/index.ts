import { defineResource } from '../resource.ts'
import {
  checkTermList,
  draftTerm,
  planTerms,
  termDeclaration,
  termFields,
  termFilters,
  termList,
  type TermItem,
} from '../terms.ts'
import { language } from '../common-parameters.ts'
import { linkedRepresentation, representation } from './representation.ts'

const fields = { ...termFields('tag'), ...language }

export const tags = defineResource<typeof fields, typeof termList, TermItem>({
  ...termDeclaration('tags', fields),
  listParameters: termList,
  draft: (values, { site }) => draftTerm(values, site.now),
  checkList: checkTermList,
  plan: planTerms,
  filters: termFilters('tags'),
  representation,
  linkedRepresentation,
})
