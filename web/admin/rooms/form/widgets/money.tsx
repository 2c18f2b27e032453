import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { Field, FieldError, Input, Select } from '../../../parts/field.tsx'
import { HeardResult } from '../../../parts/heard-result.tsx'
import { LanguageMark, languageName } from '../../../parts/language-marks.tsx'
import { availabilities } from '../../../parts/tickets.ts'
import type { Ticket } from '../../../service/types.ts'
import { freeWord, presentCost } from '../../../../../src/resources/events/shown-cost.ts'
import { useEntry, useForm, useFormState, useText } from '../form.tsx'
import { TranslatedTextWidget, type WidgetProps } from './plain.tsx'
import { useCompleteness } from './language-fields.tsx'

/** The cost as entered, with a preview of how it will be displayed. */
export function CostWidget({ field }: WidgetProps) {
  const t = useWords()
  const { languages } = useForm()
  return (
    <div className="halves">
      <TranslatedTextWidget field={field} />
      <div className="field">
        <span className="label" id="cost-shown">
          {t('Shown as')}
        </span>
        <dl className="facts" aria-live="polite" aria-labelledby="cost-shown">
          {languages.map((language) => (
            <ShownIn key={language} language={language} name={field.name} />
          ))}
        </dl>
      </div>
    </div>
  )
}

/** Uses the rules of the service; a translation without a cost shows that of the original. */
function ShownIn({ language, name }: { language: string; name: string }) {
  const t = useWords()
  const { currency } = useSite()
  const is = useCompleteness(name, language)
  const original = useText(name).value
  const own = useText(name, language).value
  const { original: originalLanguage } = useFormState()
  const typed = (own || original).trim().replace(/\s+/g, ' ')
  const free = freeWord(language)
  const { cost } = presentCost(typed, currency, free)
  return (
    <>
      <dt>
        <LanguageMark language={language} is={is === 'missing' ? 'done' : is} />
        <span className="unseen">{languageName(t, language)}</span>
      </dt>
      <dd lang={own === '' && cost !== free ? originalLanguage : language}>{cost === '' ? '–' : cost}</dd>
    </>
  )
}

export function TicketsWidget({ field }: WidgetProps) {
  const t = useWords()
  const { code } = useSite().currency
  const { value, set, id, error } = useEntry<readonly Ticket[] | ''>(field.name)
  const tickets = value === '' ? [] : value
  const box = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState(0)
  const [removed, setRemoved] = useState<string>()
  useEffect(() => {
    if (added > 0) box.current!.querySelector<HTMLElement>('li:last-child input')?.focus()
  }, [added])
  const add = () => {
    set([...tickets, { name: '', ...(code === undefined ? {} : { currency: code }) }])
    setAdded(added + 1)
    setRemoved(undefined)
  }
  const remove = (index: number) => {
    setRemoved(nameOf(tickets[index]!, index))
    const buttons = [...box.current!.querySelectorAll('button')]
    // The last row disappears, and the focus with it.
    if (index === tickets.length - 1) (buttons[index - 1] ?? buttons.at(-1))?.focus()
    set(tickets.filter((_, at) => at !== index))
  }
  return (
    <div className="stack" id={id} ref={box}>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {tickets.length > 0 && (
        <ul className="stack" aria-label={t('Tickets')}>
          {tickets.map((ticket, index) => (
            <TicketRow
              key={index}
              ticket={ticket}
              index={index}
              onChange={(next) => set(tickets.map((one, at) => (at === index ? next : one)))}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <HeardResult>{removed !== undefined && t('Ticket {name} was removed.', { name: removed })}</HeardResult>
      <div className="row">
        <Button size="small" icon="plus" onPress={add}>
          {t('Add a ticket')}
        </Button>
      </div>
    </div>
  )
}

/** Its number while it has no name. */
const nameOf = ({ name }: Ticket, index: number) => (name === '' ? String(index + 1) : name)

function TicketRow({
  ticket,
  index,
  onChange,
  onRemove,
}: {
  ticket: Ticket
  index: number
  onChange: (ticket: Ticket) => void
  onRemove: () => void
}) {
  const t = useWords()
  const { errors, original } = useFormState()
  const options = Object.entries(availabilities).map(([value, label]) => ({
    value: value as NonNullable<Ticket['availability']>,
    label: t(label),
  }))
  const errorOf = (name: string) => errors[`tickets.${index}.${name}`]
  const text = (name: 'name' | 'price' | 'currency' | 'url', label: string, className: string) => (
    <Field label={label} error={errorOf(name)} className={className}>
      <Input
        value={String(ticket[name] ?? '')}
        // Tickets have one name for all languages.
        lang={name === 'name' ? original : undefined}
        onChange={(value) => onChange({ ...ticket, [name]: value })}
      />
    </Field>
  )
  const name = t('Ticket {number}', { number: index + 1 })
  // A group, because the other fields have the same names in every ticket.
  return (
    <li>
      <div className="says ticket" role="group" aria-label={name}>
        {text('name', name, 'ticket__name')}
        {text('price', t('Price'), 'ticket__short')}
        {text('currency', t('Currency'), 'ticket__short')}
        <Field label={t('Available')} error={errorOf('availability')}>
          <Select
            value={ticket.availability ?? 'in_stock'}
            options={options}
            onChange={(availability) => onChange({ ...ticket, availability })}
          />
        </Field>
        {text('url', t('Where to buy'), 'ticket__name')}
        <Button
          kind="quiet"
          icon="trash"
          label={t('Remove ticket {name}', { name: nameOf(ticket, index) })}
          onPress={onRemove}
        />
      </div>
    </li>
  )
}
