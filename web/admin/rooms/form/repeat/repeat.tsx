import { useWords } from '../../../app/words.tsx'
import { FieldError, Select } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { isWall } from '../../../parts/spoken.ts'
import { weekdayOf } from '../../../parts/wall-clock.ts'
import { DayField } from '../dates/day-field.tsx'
import { useFormState, useText } from '../form.tsx'
import { CountField } from './count-field.tsx'
import { RepeatDates } from './repeat-dates.tsx'
import {
  lastDay,
  nthOf,
  readRecurrence,
  untilDay,
  weekdays,
  writeRecurrence,
  type Frequency,
  type Repeating,
  type Rule,
} from './rule.ts'

/** Edits the recurrence of an event: a sentence, then the resulting dates. */
export function Repeat() {
  const t = useWords()
  const { stored } = useFormState()
  const { value, set, error, id } = useText('recurrence')
  const start = useText('start_date').value
  if (stored?.resource.recurrence_id !== undefined) return null
  if (!isWall(start)) return <p className="quiet">{t('To make the event repeat, first enter its start.')}</p>
  const [day, time] = start.split(' ') as [string, string]
  const repeating = readRecurrence(value, day, time)
  const change = (next: Partial<Repeating>) => set(writeRecurrence({ ...repeating, ...next }, day, time))
  return (
    <div className="stack" role="group" aria-labelledby={`${id}-label`} id={id}>
      <h3 id={`${id}-label`} className="row">
        <Icon name="repeat" />
        {t('Repeats')}
      </h3>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {repeating.ruleLine !== undefined && repeating.rule === undefined ? (
        <p>
          {t('By a custom rule, which is kept as it is:')} <code>{repeating.ruleLine}</code>{' '}
          <button type="button" className="link" onClick={() => set('')}>
            {t('Stop repeating')}
          </button>
        </p>
      ) : (
        <RuleFields rule={repeating.rule} start={start} change={change} clear={() => set('')} />
      )}
      <RepeatDates recurrence={value} repeating={repeating} start={start} change={change} />
    </div>
  )
}

const usualEnd = { until: undefined, count: 10 }

/** The end of a rule that is replaced stays. */
const newRule = (
  frequency: Frequency,
  day: string,
  { until, count }: Pick<Rule, 'until' | 'count'>,
): Rule => ({
  frequency,
  interval: 1,
  days: frequency === 'WEEKLY' ? [weekdays[weekdayOf(day)]!] : [],
  nth: undefined,
  until,
  count,
  weekStart: undefined,
})

function RuleFields({
  rule,
  start,
  change,
  clear,
}: {
  rule: Rule | undefined
  start: string
  change: (next: Partial<Repeating>) => void
  clear: () => void
}) {
  const t = useWords()
  const day = start.slice(0, 10)
  const set = (next: Partial<Rule>) => change({ rule: { ...rule!, ...next } })
  const options = [
    { value: '', label: t('Never') },
    { value: 'DAILY', label: t('Every day') },
    { value: 'WEEKLY', label: t('Every week') },
    { value: 'MONTHLY', label: t('Every month') },
    { value: 'YEARLY', label: t('Every year') },
  ] as const
  return (
    <div className="says">
      <Select<Frequency | ''>
        aria-label={t('How often')}
        value={rule?.frequency ?? ''}
        options={options}
        onChange={(frequency) =>
          frequency === '' ? clear() : change({ rule: newRule(frequency, day, rule ?? usualEnd) })
        }
      />
      {rule !== undefined && (
        <>
          <CountField
            label={t('Interval: 2 means every other one')}
            value={rule.interval}
            most={99}
            onChange={(interval) => set({ interval })}
          />
          {rule.frequency === 'WEEKLY' && <Weekdays rule={rule} set={set} />}
          {rule.frequency === 'MONTHLY' && <OfMonth rule={rule} day={day} set={set} />}
          <Stop rule={rule} start={start} set={set} />
        </>
      )}
    </div>
  )
}

interface PartProps {
  readonly rule: Rule
  readonly set: (next: Partial<Rule>) => void
}

/** The weekday name; 4 January 2027 is a Monday. */
const weekdayName = (language: string, weekday: 'short' | 'long', index: number) =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2027, 0, 4 + index))

function Weekdays({ rule, set }: PartProps) {
  const t = useWords()
  return (
    <fieldset className="days">
      <legend className="unseen">{t('Weekdays')}</legend>
      {weekdays.map((day, index) => (
        <label key={day}>
          <input
            type="checkbox"
            aria-label={weekdayName(t.language, 'long', index)}
            checked={rule.days.includes(day)}
            onChange={({ target }) =>
              set({
                days: weekdays.filter((one) => (one === day ? target.checked : rule.days.includes(one))),
              })
            }
          />
          <span>{weekdayName(t.language, 'short', index)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const placesInMonth = [
  'on the first {weekday}',
  'on the second {weekday}',
  'on the third {weekday}',
  'on the fourth {weekday}',
] as const

function OfMonth({ rule, day, set }: PartProps & { day: string }) {
  const t = useWords()
  const weekday = weekdayName(t.language, 'long', weekdayOf(day))
  // The rule may have a place of its own, which the start does not have.
  const places = new Set(
    [nthOf(day), rule.nth ?? nthOf(day)].filter((nth) => nth > 0 && nth <= placesInMonth.length),
  )
  return (
    <Select
      aria-label={t('Which day of the month')}
      value={String(rule.nth ?? '')}
      options={[
        { value: '', label: t('on day {day}', { day: Number(day.slice(8)) }) },
        ...[...places].map((nth) => ({
          value: String(nth),
          label: t(placesInMonth[nth - 1]!, { weekday }),
        })),
        { value: '-1', label: t('on the last {weekday}', { weekday }) },
      ]}
      onChange={(value) => set({ nth: value === '' ? undefined : Number(value) })}
    />
  )
}

function Stop({ rule, start, set }: PartProps & { start: string }) {
  const t = useWords()
  const { id } = useText('recurrence')
  const zone = useText('timezone').value
  const [day, time] = start.split(' ') as [string, string]
  const stop = rule.until !== undefined ? 'until' : rule.count !== undefined ? 'after' : 'never'
  const choose = (next: typeof stop) =>
    set({
      until: next === 'until' ? untilDay(day) : undefined,
      count: next === 'after' ? 10 : undefined,
    })
  return (
    <>
      <Select
        aria-label={t('Stops')}
        value={stop}
        options={[
          { value: 'until', label: t('until') },
          { value: 'after', label: t('after this many times:') },
          { value: 'never', label: t('without end') },
        ]}
        onChange={choose}
      />
      {rule.until !== undefined && (
        <DayField
          label={t('Last day')}
          id={`${id}-until`}
          value={lastDay(rule.until, time, zone)}
          onChange={(until) => set({ until: untilDay(until) })}
        />
      )}
      {rule.count !== undefined && (
        <CountField
          label={t('How many times')}
          value={rule.count}
          most={1000}
          onChange={(count) => set({ count })}
        />
      )}
    </>
  )
}
