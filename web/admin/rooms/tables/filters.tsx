import { useEffect, useState, type Ref } from 'react'
import { readClosest } from '../../app/closest.ts'
import { useLanguages } from '../../app/languages.ts'
import { useBody, useService, useSite } from '../../app/service.tsx'
import { categoryOptions, useCategories, useCategoriesFailure, useListLanguage } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Field, Input, Select } from '../../parts/field.tsx'
import { focusRoomIfLost } from '../../parts/focus.ts'
import { languageLabel } from '../../parts/language-marks.tsx'
import { Chip, Picker, type Pick } from '../../parts/picker.tsx'
import { Pop } from '../../parts/pop.tsx'
import { useSearch } from '../../parts/search.ts'
import { titledFields, titleOf, type Titled } from '../../parts/titles.ts'
import { calendar } from '../../service/service.ts'
import type { Kind } from '../../service/types.ts'
import { isDay, readDay, todayIn } from '../../parts/spoken.ts'
import type { Filter, KindTable } from './declaration.ts'

/** Search and filters: the active ones as chips, and a panel with all of them. */

type EntryKind = 'venues' | 'organizers' | 'tags'

/** Entries whose name contains the text. */
export function useFound(kind: EntryKind, text: string) {
  const service = useService()
  const language = useListLanguage()
  const { language: shown } = useWords()
  return useSearch({
    words: text.trim(),
    key: [kind, 'found', language],
    hasSuggestions: true,
    read: (search, signal) =>
      readClosest<Titled, Pick>(service, kind, {
        search,
        offered: 10,
        fields: titledFields,
        // Words are searched for in all languages.
        query: search === '' ? language : {},
        choiceOf: (one) => ({ id: String(one.id), label: titleOf(one, shown) }),
        signal,
      }),
  })
}

function EntryName({ kind, id }: { kind: EntryKind; id: string }) {
  const { language } = useWords()
  const { data } = useBody<Titled>({ queryKey: [kind, 'name', id], path: calendar(`/${kind}/${id}`) })
  return data === undefined ? `#${id}` : titleOf(data, language)
}

function CategoryName({ id }: { id: string }) {
  return useCategories().find((term) => String(term.id) === id)?.name ?? `#${id}`
}

function FilterValue({ filter: { input }, value }: { filter: Filter; value: string }) {
  const t = useWords()
  const dates = useDates()
  switch (input.type) {
    case 'choice': {
      const choice = input.choices.find((one) => one.value === value)
      return choice === undefined ? value : t(choice.name)
    }
    case 'language':
      return languageLabel(t, value)
    case 'day':
      return isDay(value) ? dates.fullDay(value) : value
    case 'category':
      return <CategoryName id={value} />
    case 'entry':
      return <EntryName kind={input.kind} id={value} />
  }
}

interface InputProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

function DayInput({ filter, value, onChange }: InputProps) {
  const t = useWords()
  const [text, setText] = useState(value)
  const { timezone } = useSite()
  const read = (written: string) => readDay(written, todayIn(timezone), t.language)
  const isWrong = text !== '' && read(text) === undefined
  return (
    <Field label={t(filter.label)} error={isWrong ? t('Enter the date as in 9.12.2026.') : undefined}>
      <Input
        value={text}
        onChange={(next) => {
          setText(next)
          const day = next === '' ? '' : read(next)
          if (day !== undefined) onChange(day)
        }}
      />
    </Field>
  )
}

function EntryInput({ filter, kind, onChange }: InputProps & { kind: EntryKind }) {
  const t = useWords()
  const [text, setText] = useState('')
  const found = useFound(kind, text)
  return (
    <Field label={t(filter.label)}>
      <Picker {...found} text={text} onSearch={setText} onPick={({ id }) => onChange(id)} />
    </Field>
  )
}

/** A choice among resources of the site or declared values. */
function ChoiceInput({ filter, value, onChange }: InputProps) {
  const t = useWords()
  const languages = useLanguages()
  const categories = useCategories()
  const failure = useCategoriesFailure()
  const { input } = filter
  const choices =
    input.type === 'choice'
      ? input.choices.map(({ value, name }) => ({ value, label: t(name) }))
      : input.type === 'language'
        ? languages.map((language) => ({ value: language, label: languageLabel(t, language) }))
        : categoryOptions(categories)
  return (
    <Field label={t(filter.label)} error={input.type === 'category' ? failure : undefined}>
      <Select value={value} options={[{ value: '', label: t('Any') }, ...choices]} onChange={onChange} />
    </Field>
  )
}

function FilterInput(props: InputProps) {
  const { input } = props.filter
  if (input.type === 'day') return <DayInput {...props} />
  if (input.type === 'entry') return <EntryInput {...props} kind={input.kind} />
  return <ChoiceInput {...props} />
}

export const SearchInput = ({
  kind,
  text,
  onChange,
  ref,
}: {
  kind: Kind
  text: string
  onChange: (text: string) => void
  ref: Ref<HTMLInputElement>
}) => {
  const t = useWords()
  return (
    <Input
      ref={ref}
      className="input--dense finder"
      type="search"
      aria-label={t('Search')}
      aria-keyshortcuts="/"
      placeholder={t(kind === 'events' ? 'Search title and text' : 'Search name and text')}
      value={text}
      onChange={onChange}
    />
  )
}

export function Filters({
  table: { filters },
  address,
  onSet,
  onClear,
}: {
  table: KindTable
  address: URLSearchParams
  onSet: (name: string, value: string | undefined) => void
  onClear: () => void
}) {
  const t = useWords()
  const set = filters.filter(({ name }) => address.has(name))
  const isFiltered = set.length > 0 || address.has('search')
  useEffect(() => {
    if (!isFiltered) return
    // The button that clears the filters disappears, and the focus with it.
    return focusRoomIfLost
  }, [isFiltered])
  return (
    <>
      {set.map((filter) => (
        <Chip
          key={filter.name}
          removeLabel={t('Remove filter {name}', { name: t(filter.label) })}
          onRemove={() => onSet(filter.name, undefined)}
        >
          {t(filter.label)}{' '}
          <b>
            <FilterValue filter={filter} value={address.get(filter.name)!} />
          </b>
        </Chip>
      ))}
      <Pop label={t('Filter')} icon="plus">
        <div className="filters">
          {filters.map((filter) => (
            <FilterInput
              key={filter.name}
              filter={filter}
              value={address.get(filter.name) ?? ''}
              onChange={(value) => onSet(filter.name, value)}
            />
          ))}
        </div>
      </Pop>
      {isFiltered && (
        <Button size="small" kind="quiet" onPress={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}
