import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import type { Text } from '../../../locales/index.ts'
import { Field } from '../../../parts/field.tsx'
import { Icon, type IconName } from '../../../parts/icon.tsx'
import { Chip, Picker } from '../../../parts/picker.tsx'
import { useMessages } from '../../../parts/toasts.tsx'
import { useSubForm, useEntry, useSaveBlocked } from '../form.tsx'
import { labelOf } from '../labels.ts'
import { beginLinked, NewLinked, type BegunLinked } from './new-linked.tsx'
import { useFound, useNamed } from './named.ts'
import type { WidgetProps } from './plain.tsx'

/** Links to venues and organizers: found by typing, or created in place. */

interface Linked {
  readonly kind: 'venues' | 'organizers'
  readonly icon: IconName
  readonly help: Text
  readonly add: Text
  readonly create: Text
  /** Message for a name that was typed but neither chosen nor created. */
  readonly first: Text
  readonly remove: Text
}

const venues: Linked = {
  kind: 'venues',
  icon: 'pin',
  help: 'Type to search. You can add several; none means online or to be announced.',
  add: 'Add a venue',
  create: 'Create venue “{name}”',
  first: '“{name}” is not chosen yet: choose a venue from the list, create it, or empty this field.',
  remove: 'Remove venue {name}',
}

const organizers: Linked = {
  kind: 'organizers',
  icon: 'people',
  help: 'Type to search. You can add several.',
  add: 'Add an organizer',
  create: 'Create organizer “{name}”',
  first: '“{name}” is not chosen yet: choose an organizer from the list, create it, or empty this field.',
  remove: 'Remove organizer {name}',
}

export const VenuesWidget = ({ field }: WidgetProps) => <Links field={field} linked={venues} />
export const OrganizersWidget = ({ field }: WidgetProps) => <Links field={field} linked={organizers} />

function Links({ field, linked }: WidgetProps & { linked: Linked }) {
  const t = useWords()
  const { value, set, error, id } = useEntry<readonly number[] | ''>(field.name)
  const [text = '', setText] = useSubForm<string>(`${linked.kind}, sought`)
  const picker = useRef<HTMLDivElement>(null)
  const isHeld = useSaveBlocked(text.trim() !== '', picker)
  const [begun, setBegun] = useSubForm<BegunLinked>(linked.kind)
  const found = useFound(linked.kind, text)
  const ids = value === '' ? [] : value
  const { chips, show } = useShownLast()
  const messages = useMessages()
  const add = (added: number) => {
    if (!ids.includes(added)) set([...ids, added])
    setBegun(undefined)
  }
  return (
    <>
      <Field
        label={labelOf(t, field)}
        help={t(linked.help)}
        error={isHeld ? t(linked.first, { name: text.trim() }) : error}
        id={id}
      >
        <div className="row" ref={chips}>
          {ids.map((one) => (
            <LinkChip
              key={one}
              id={one}
              field={field.name}
              linked={linked}
              onRemove={() => set(ids.filter((other) => other !== one))}
            />
          ))}
        </div>
        <div ref={picker}>
          <Picker
            placeholder={t(linked.add)}
            text={text}
            choices={found.choices.filter((pick) => !ids.includes(Number(pick.id)))}
            isSearching={found.isSearching}
            hasFailed={found.hasFailed}
            onSearch={(next) => setText(next || undefined)}
            onPick={(pick) => add(Number(pick.id))}
            createLabel={(name) => t(linked.create, { name })}
            onCreate={(name) => setBegun(beginLinked(linked.kind, name))}
          />
        </div>
      </Field>
      {begun !== undefined && (
        <NewLinked
          kind={linked.kind}
          begun={begun}
          onChange={setBegun}
          onCreated={(made, name) => {
            add(made)
            show()
            messages.say(t('“{name}” was created.', { name }))
          }}
          onCancel={() => setBegun(undefined)}
        />
      )}
    </>
  )
}

/** Moves the focus to the last chip, because the form that created it is gone. */
function useShownLast() {
  const chips = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count > 0) [...chips.current!.querySelectorAll('button')].at(-1)?.focus()
  }, [count])
  return { chips, show: () => setCount(count + 1) }
}

function LinkChip({
  id,
  field,
  linked,
  onRemove,
}: {
  id: number
  field: string
  linked: Linked
  onRemove: () => void
}) {
  const t = useWords()
  const pick = useNamed(linked.kind, field, id)
  const name = pick?.label ?? '…'
  return (
    <Chip removeLabel={t(linked.remove, { name })} onRemove={onRemove}>
      <Icon name={linked.icon} />
      <b>{name}</b>
      {pick?.detail !== undefined && <span className="quiet clip">{pick.detail}</span>}
    </Chip>
  )
}
