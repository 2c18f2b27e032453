import type { ReactNode } from 'react'
import { LanguageMarks } from '../../../parts/language-marks.tsx'
import { EntryState, states } from '../../../parts/state-mark.tsx'
import type { Column, Filter } from '../declaration.ts'

/** Columns and filters shared by several tables. */

export const none = (text: string): ReactNode => <span className="quiet">{text}</span>

export const languages: Column = {
  id: 'languages',
  name: 'Languages',
  cell: (row, { languages }) => <LanguageMarks of={row} languages={languages} />,
}

export const changed: Column = {
  id: 'changed',
  name: 'Changed',
  orderby: 'modified',
  className: 'narrow stiff roomy',
  cell: ({ modified_utc }, { dates }) =>
    modified_utc !== undefined && <span className="quiet">{dates.ago(modified_utc)}</span>,
}

export const author: Column = {
  id: 'author',
  name: 'Author',
  className: 'narrow',
  isExtra: true,
  isOfUsers: true,
  cell: ({ author = 0 }, { users }) => users.get(author) ?? '',
}

export const number: Column = {
  id: 'number',
  name: 'Number',
  orderby: 'id',
  className: 'narrow num',
  isExtra: true,
  cell: ({ id }) => id,
}

export const status: Column = {
  id: 'status',
  name: 'Status',
  cell: (row, { sentBack }) => <EntryState entry={row} sentBack={sentBack} />,
}

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

export const statusFilter: Filter = {
  name: 'status',
  label: 'Status',
  input: { type: 'choice', choices: statuses.map((value) => ({ value, name: states[value][1] })) },
  query: (status) => ({ status }),
}

export const languageFilters: readonly Filter[] = [
  {
    name: 'missing',
    label: 'Translation missing',
    input: { type: 'language' },
    query: (language) => ({ missing_translation: language }),
  },
  {
    name: 'outdated',
    label: 'Translation outdated',
    input: { type: 'language' },
    query: (language) => ({ outdated_translation: language }),
  },
]
export const ownFilter: Filter = {
  name: 'author',
  label: 'Author',
  input: { type: 'choice', choices: [{ value: 'me', name: 'Only mine' }] },
  query: (_, { id }) => ({ author: id }),
}

export const yesNo = (name: string, label: Filter['label'], parameter: string): Filter => ({
  name,
  label,
  input: {
    type: 'choice',
    choices: [
      { value: 'true', name: 'Yes' },
      { value: 'false', name: 'No' },
    ],
  },
  query: (value) => ({ [parameter]: value }),
})
export const entry = (
  name: string,
  label: Filter['label'],
  kind: 'venues' | 'organizers' | 'tags',
): Filter => ({
  name,
  label,
  input: { type: 'entry', kind },
  query: (id) => ({ [name]: id }),
})
