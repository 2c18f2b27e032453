import { memo, useCallback, useRef, useState } from 'react'
import { useMay } from '../../../app/session.tsx'
import {
  categoryOptions,
  nestedTerms,
  useCategories,
  useCategoriesFailure,
  type NestedTerm,
} from '../../../app/terms.ts'
import { useWords } from '../../../app/words.tsx'
import { Check, Field, FieldSet, Input, Select } from '../../../parts/field.tsx'
import { hueName } from '../../../parts/hue.ts'
import { Chip, Picker } from '../../../parts/picker.tsx'
import type { Term } from '../../../service/types.ts'
import { idOf, useForm, useSaveBlocked, useSubForm, useEntry, useFormState } from '../form.tsx'
import { labelOf } from '../labels.ts'
import { useFound, useNamed } from './named.ts'
import type { WidgetProps } from './plain.tsx'

/** Categories as a tree, tags as words. */

export function CategoriesWidget({ field }: WidgetProps) {
  const t = useWords()
  const { editor } = useForm()
  const { name } = field
  const { value, error, id } = useEntry<readonly number[]>(name)
  const [filter, setFilter] = useState('')
  const toggle = useCallback(
    (one: number, isChosen: boolean) => {
      const chosen = editor.state().values[name] as readonly number[]
      editor.set({ [name]: isChosen ? [...chosen, one] : chosen.filter((other) => other !== one) })
    },
    [editor, name],
  )
  return (
    <FieldSet
      label={labelOf(t, field)}
      help={t('The first one sets the colour on the board.')}
      error={useCategoriesFailure() ?? error}
      id={id}
    >
      <Input
        className="input--dense"
        id={`${id}-filter`}
        aria-label={t('Find a category')}
        placeholder={t('Find a category')}
        value={filter}
        onChange={setFilter}
      />
      <Tree all={useCategories()} filter={filter.trim().toLowerCase()} chosen={value} toggle={toggle} />
    </FieldSet>
  )
}

interface TreeProps {
  readonly all: readonly Term[]
  readonly filter: string
  readonly chosen: readonly number[]
  readonly toggle: (id: number, isChosen: boolean) => void
}

/** Not rendered again by what is typed elsewhere in the form, because a site may have a thousand categories. */
const Tree = memo(function Tree({ all, filter, ...choice }: TreeProps) {
  const found = nestedTerms(all, ({ name }) => name.toLowerCase().includes(filter))
  return <Branches of={found} isTop {...choice} />
})

interface BranchesProps extends Pick<TreeProps, 'chosen' | 'toggle'> {
  readonly of: readonly NestedTerm[]
  readonly isTop?: boolean
}

function Branches({ of, isTop = false, ...choice }: BranchesProps) {
  const { chosen, toggle } = choice
  if (of.length === 0) return null
  return (
    <ul className={isTop ? 'tree' : undefined}>
      {of.map(({ term: { id, name }, below }) => (
        <li key={id}>
          <Check label={name} isChecked={chosen.includes(id)} onChange={(is) => toggle(id, is)} />
          <Branches of={below} {...choice} />
        </li>
      ))}
    </ul>
  )
}

/** A new tag is a name until it is saved. */
type Tag = number | string

const notATag =
  '“{name}” is not a tag yet: choose one from the list, or empty this field. Only editors can add new tags.'

export function TagsWidget({ field }: WidgetProps) {
  const t = useWords()
  const { value, set, error, id } = useEntry<readonly Tag[]>(field.name)
  const [text = '', setText] = useSubForm<string>(field.name)
  const found = useFound('tags', text)
  const mayCreate = useMay('manage_tags')
  const picker = useRef<HTMLDivElement>(null)
  const isHeld = useSaveBlocked(!mayCreate && text.trim() !== '', picker)
  const add = (tag: Tag) => {
    if (!value.includes(tag)) set([...value, tag])
  }
  /** What is not the name of a tag stays in the field of those who may not create one. */
  const commit = (typed: string): string | undefined => {
    const name = typed.trim()
    const known = found.choices.find(({ label }) => label.toLowerCase() === name.toLowerCase())
    const tag = known ? Number(known.id) : mayCreate ? name : undefined
    if (tag) add(tag)
    setText(tag === undefined && name !== '' ? name : undefined)
    return tag ? (known?.label ?? name) : undefined
  }
  const search = (next: string) => {
    if (next.endsWith(',')) commit(next.slice(0, -1))
    else setText(next || undefined)
  }
  return (
    <Field
      label={labelOf(t, field)}
      help={mayCreate ? undefined : t('Only editors can add new tags.')}
      error={isHeld ? t(notATag, { name: text.trim() }) : error}
      id={id}
    >
      <div className="row">
        {value.map((tag) => (
          <TagChip key={tag} tag={tag} onRemove={() => set(value.filter((other) => other !== tag))} />
        ))}
      </div>
      <div ref={picker}>
        <Picker
          placeholder={t('Add a tag')}
          text={text}
          choices={found.choices.filter((pick) => !value.includes(Number(pick.id)))}
          isSearching={found.isSearching}
          hasFailed={found.hasFailed}
          onSearch={search}
          onPick={(pick) => add(Number(pick.id))}
          {...(mayCreate && {
            createLabel: (name: string) => t('New tag “{name}”', { name }),
            onCreate: add,
          })}
          onCommit={() => commit(text)}
        />
      </div>
    </Field>
  )
}

function TagChip({ tag, onRemove }: { tag: Tag; onRemove: () => void }) {
  const t = useWords()
  return typeof tag === 'string' ? (
    <Chip removeLabel={t('Remove tag {name}', { name: tag })} onRemove={onRemove}>
      {tag}
    </Chip>
  ) : (
    <KnownTag id={tag} onRemove={onRemove} />
  )
}

function KnownTag({ id, onRemove }: { id: number; onRemove: () => void }) {
  const t = useWords()
  const name = useNamed('tags', 'tags', id)?.label ?? '…'
  return (
    <Chip removeLabel={t('Remove tag {name}', { name })} onRemove={onRemove}>
      {name}
    </Chip>
  )
}

/** The parent of a category; never one of its descendants. */
export function ParentWidget({ field }: WidgetProps) {
  const t = useWords()
  const { id: own } = useFormState()
  const { value, set, error } = useEntry<number | ''>(field.name)
  const all = useCategories()
  const isBelow = (term: Term | undefined): boolean =>
    term !== undefined && (term.id === own || isBelow(all.find(({ id }) => id === term.parent)))
  const options = categoryOptions(all.filter((term) => own === undefined || !isBelow(term)))
  return (
    <Field label={labelOf(t, field)} error={useCategoriesFailure() ?? error} id={idOf(field.name)}>
      <Select
        value={String(value === '' ? 0 : value)}
        options={[{ value: '0', label: t('Nothing (top level)') }, ...options]}
        onChange={(next) => set(Number(next))}
      />
    </Field>
  )
}

export function HueWidget({ field }: WidgetProps) {
  const t = useWords()
  const { value, set, error, id } = useEntry<number | ''>(field.name)
  const { value: parent } = useEntry<number | ''>('parent')
  const hues = Array.from({ length: field.schema.maximum ?? 10 }, (_, index) => index + 1)
  return (
    <FieldSet label={labelOf(t, field)} error={error} id={id}>
      <div className="row">
        {hues.map((hue) => (
          <label key={hue} className="check" data-cat={hue}>
            <input type="radio" name={id} checked={Number(value) === hue} onChange={() => set(hue)} />
            <span>
              <i className="dot" /> {hueName(t, hue)}
            </span>
          </label>
        ))}
        {/* A form that is opened later shows the resulting colour, because the service returns no other. */}
        <label className="check">
          <input type="radio" name={id} checked={value === ''} onChange={() => set('')} />
          <span>{Number(parent) === 0 ? t('Chosen automatically') : t('As its parent')}</span>
        </label>
      </div>
    </FieldSet>
  )
}
