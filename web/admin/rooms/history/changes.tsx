import type { ReactNode } from 'react'
import { useBody } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { Difference } from '../../parts/difference.tsx'
import { fieldNames, isNameOf, partsOf } from '../../parts/field-names.ts'
import { hueName } from '../../parts/hue.ts'
import { LanguageMark } from '../../parts/language-marks.tsx'
import { states, type State } from '../../parts/state-mark.tsx'
import { ticketsText } from '../../parts/tickets.ts'
import { titleOf, type Titled } from '../../parts/titles.ts'
import { calendar, type Query } from '../../service/service.ts'
import { isTerm, type Kind, type Ticket } from '../../service/types.ts'
import type { FieldChange } from '../../service/versions.ts'
import { choiceOf } from '../form/labels.ts'
import { isEmpty } from '../form/values.ts'
import { Author } from './author.tsx'
import { ImageValue } from './image-value.tsx'
import { beginningBefore, RecurrenceText, type Beginning } from './recurrence.tsx'

/** Changes field by field, formatted for users. */

export function FieldName({ kind, field }: { kind: Kind; field: string }) {
  const t = useWords()
  const { name, language } = partsOf(field)
  const label = isNameOf(kind, name) ? 'Name' : fieldNames[name]
  return (
    <>
      {label === undefined ? name : t(label)}{' '}
      {language !== undefined && (
        <>
          <LanguageMark language={language} is="done" />
          <span className="unseen">{language}</span>
        </>
      )}
    </>
  )
}

const linked: Readonly<Record<string, Kind>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
  parent: 'categories',
  post_parent: 'events',
}

/** The IDs of linked resources, of which 0 is none; undefined if the value is something else. */
function idsOf(value: unknown): readonly number[] | undefined {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value ?? 0]
  return ids.every((one) => typeof one === 'number') ? ids.filter((id) => id !== 0) : undefined
}

/** Lists everything of a kind; an event that others belong to is a series. */
const everyOne = (kind: Kind): Query =>
  isTerm(kind) ? { hide_empty: false } : { status: 'any', ...(kind === 'events' ? { series: 'only' } : {}) }

/** The names of linked resources; deleted ones are shown by ID. */
function Linked({ kind, ids }: { kind: Kind; ids: readonly number[] }) {
  const { language } = useWords()
  const { data } = useBody<Readonly<Record<string, Titled[]>>>({
    queryKey: [kind, 'names', ids],
    path: calendar(`/${kind}`),
    query: { include: ids, per_page: 100, ...everyOne(kind) },
    enabled: ids.length > 0,
  })
  const named = (id: number) => data?.[kind]!.find((one) => one.id === id) ?? { id }
  return ids.map((id) => titleOf(named(id), language)).join(', ')
}

/** Converts HTML to text, one line per paragraph. */
function asText(html: string): string {
  const lines = html.replace(/<(?:\/p|\/li|\/h\d|br)[^>]*>/gi, '$&\n')
  return new DOMParser().parseFromString(lines, 'text/html').body.textContent.trim()
}

const isMoment = (value: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/.test(value)

/** Times, states and choices as users know them, and any other text as it is. */
export function useNamedText(): (field: string, text: string) => string {
  const t = useWords()
  const dates = useDates()
  return (field, text) => {
    if (isMoment(text)) return dates.fullTime(text)
    if (field === 'event_status') return choiceOf(t, text)
    const state = states[text as State]
    return field === 'status' && state !== undefined ? t(state[1]) : text
  }
}

function useValueText() {
  const t = useWords()
  const dates = useDates()
  const namedText = useNamedText()
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'boolean') return value ? t('yes') : t('no')
    if (name === 'hue' && typeof value === 'number') return hueName(t, value)
    if (name === 'tickets') return ticketsText(t, dates, value as readonly Ticket[])
    if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
    return namedText(name, value)
  }
}

const isLong = (name: string) => ['description', 'excerpt'].includes(name)

/** The value of one field as text; linked resources by their names, rules in words. */
export function FieldValue({
  field,
  value,
  beginning,
}: {
  field: string
  value: unknown
  /** Of the event that repeats. */
  beginning?: Beginning | undefined
}) {
  const t = useWords()
  const textOf = useValueText()
  const { name } = partsOf(field)
  const kind = linked[name]
  const ids = idsOf(value)
  if (isEmpty(value) || (kind !== undefined && ids?.length === 0)) return t('Empty')
  if (kind !== undefined && ids !== undefined) return <Linked kind={kind} ids={ids} />
  if (name === 'image' && typeof value === 'number') return <ImageValue id={value} />
  if (name === 'author' && typeof value === 'number') return <Author id={value} />
  if (name === 'recurrence') return <RecurrenceText recurrence={String(value ?? '')} beginning={beginning} />
  const text = textOf(name, value)
  return isLong(name) ? asText(text) : text
}

/** A value and what has replaced it; either may be empty. */
function Replaced({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      {before && <del>{before}</del>} {after && <ins>{after}</ins>}
    </>
  )
}

function ChangedRecurrence({
  change: { before, after },
  beginnings,
}: {
  change: FieldChange
  beginnings: Beginnings
}) {
  const [earlier, later] = [before, after].map((value) => String(value ?? '')) as [string, string]
  return (
    <Replaced
      before={earlier && <RecurrenceText recurrence={earlier} beginning={beginnings.before} />}
      after={later && <RecurrenceText recurrence={later} beginning={beginnings.after} />}
    />
  )
}

interface Beginnings {
  readonly before: Beginning | undefined
  readonly after: Beginning | undefined
}

function ChangedValue({
  field,
  change,
  beginnings,
}: {
  field: string
  change: FieldChange
  beginnings: Beginnings
}) {
  const { before, after } = change
  const textOf = useValueText()
  const { name } = partsOf(field)
  const kind = linked[name]
  const [idsBefore, idsAfter] = [idsOf(before), idsOf(after)]
  if (kind !== undefined && idsBefore !== undefined && idsAfter !== undefined)
    return (
      <Replaced
        before={<Linked kind={kind} ids={idsBefore} />}
        after={<Linked kind={kind} ids={idsAfter} />}
      />
    )
  if (['image', 'author'].includes(name) && [before, after].some((one) => typeof one === 'number'))
    return (
      <Replaced
        before={Boolean(before) && <FieldValue field={field} value={before} />}
        after={Boolean(after) && <FieldValue field={field} value={after} />}
      />
    )
  if (name === 'recurrence') return <ChangedRecurrence change={change} beginnings={beginnings} />
  const texts = [textOf(name, before), textOf(name, after)] as const
  if (!isLong(name)) return <Difference before={texts[0]} after={texts[1]} />
  const read = [asText(texts[0]), asText(texts[1])] as const
  // Shows the markup if nothing else changed.
  return read[0] === read[1] ? (
    <Difference before={texts[0]} after={texts[1]} />
  ) : (
    <Difference before={read[0]} after={read[1]} />
  )
}

export function ChangedFields({
  kind,
  changes,
  beginning,
}: {
  kind: Kind
  changes: Readonly<Record<string, FieldChange>>
  /** Of the event after the changes, if it is known. */
  beginning?: Beginning | undefined
}) {
  const beginnings = { before: beginning && beginningBefore(beginning, changes), after: beginning }
  return (
    <dl className="facts">
      {Object.entries(changes).map(([field, change]) => (
        <div key={field} className="facts__pair">
          <dt>
            <FieldName kind={kind} field={field} />
          </dt>
          <dd className="preserved">
            <ChangedValue field={field} change={change} beginnings={beginnings} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
