import { useRef } from 'react'
import { useWords } from '../../../app/words.tsx'
import type { Text } from '../../../locales/index.ts'
import { useDates } from '../../../parts/dates.ts'
import { Check, FieldSet } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { idOf, useEntry, useForm, useText } from '../form.tsx'
import { Overlaps } from '../overlaps.tsx'
import { DayField } from './day-field.tsx'
import { movingRecurrence, useEndTime, useMovingStart } from './moving.ts'
import { isWall, minutesBetween, partsOfWall, wallOf } from '../../../parts/spoken.ts'
import { readTime } from '../../../parts/spoken-times.ts'
import { TimeField } from './time-field.tsx'
import { clockTime, offsetName } from './zones.ts'
import { ZoneField } from './zone-field.tsx'

/** Start, end and length of an event; changing the start moves the end. */
export function When() {
  const { move, settle } = useMovingStart()
  const end = useText('end_date')
  const setEndTime = useEndTime()
  return (
    <>
      <div className="halves">
        <Moment
          name="start_date"
          label="Starts"
          day="Start day"
          time="Start time"
          onChange={move}
          onTime={(day, time, until) => move(wallOf(day, time), until)}
          onLeave={settle}
        />
        <Moment
          name="end_date"
          label="Ends"
          day="End day"
          time="End time"
          onChange={end.set}
          onTime={(day, time, until = time) => setEndTime(day, until)}
        />
      </div>
      <div className="row">
        <AllDay />
        <ZoneField />
      </div>
      <ClockTraps />
      <Overlaps />
    </>
  )
}

function Moment({
  name,
  label,
  day: dayLabel,
  time: timeLabel,
  onChange,
  onTime,
  onLeave,
}: {
  name: 'start_date' | 'end_date'
  label: Text
  day: Text
  time: Text
  onChange: (value: string) => void
  onTime: (day: string, time: string, until?: string) => void
  onLeave?: () => void
}) {
  const t = useWords()
  const { value, error, id } = useText(name)
  const { value: isAllDay } = useEntry<boolean>('all_day')
  const { day, time } = partsOfWall(value)
  const isInvalid = error !== undefined
  const isStart = name === 'start_date'
  const hint = `${id}-hint`
  return (
    <FieldSet label={t(label)} error={error}>
      <div className="says" onBlur={onLeave}>
        <DayField
          label={t(dayLabel)}
          id={id}
          value={day}
          isInvalid={isInvalid}
          describedBy={hint}
          takesTime={!isAllDay}
          onChange={(next, spoken, until) =>
            spoken === undefined
              ? onChange(wallOf(next, time))
              : onTime(next, readTime(spoken) ?? spoken, until)
          }
        />
        {!isAllDay && (
          <TimeField
            label={t(timeLabel)}
            id={`${id}-time`}
            value={time}
            isInvalid={isInvalid}
            describedBy={isStart ? undefined : hint}
            onChange={(next, until) => onTime(day, next, until)}
          />
        )}
      </div>
      <p className="field__hint" id={hint}>
        {isStart ? t('Also: tomorrow, 9.12., next Friday') : <Length />}
      </p>
    </FieldSet>
  )
}

function Length() {
  const t = useWords()
  const start = useText('start_date')
  const end = useText('end_date')
  const { value: isAllDay } = useEntry<boolean>('all_day')
  if (!isWall(start.value) || !isWall(end.value)) return null
  const minutes = minutesBetween(start.value, end.value)
  if (minutes < 0) return null
  const days = Math.round((minutes + 1) / 1440)
  const hours = [
    ...(minutes >= 60 ? [t('{count} h', { count: Math.floor(minutes / 60) })] : []),
    ...(minutes % 60 > 0 ? [t('{count} min', { count: Math.floor(minutes % 60) })] : []),
  ].join('\u202f')
  const length = isAllDay ? t.count(days, '{count} day', '{count} days') : hours
  return t('{length}, kept when the start moves', { length })
}

/** Unchecking restores the previous times. */
function AllDay() {
  const t = useWords()
  const { editor } = useForm()
  const { value, set } = useEntry<boolean | ''>('all_day')
  const start = useText('start_date')
  const end = useText('end_date')
  const times = useRef<readonly [string, string]>(undefined)
  const move = (start_date: string, end_date: string) =>
    editor.set({ start_date, end_date, ...movingRecurrence(editor.state().values, start_date) })
  const change = (isAllDay: boolean) => {
    const [from, to] = [partsOfWall(start.value), partsOfWall(end.value)]
    if (isAllDay) {
      times.current = [from.time, to.time]
      const day = to.day === '' ? from.day : to.day
      move(wallOf(from.day, '00:00:00'), wallOf(day, '23:59:59'))
    } else {
      const [first, last] = times.current ?? ['', '']
      move(wallOf(from.day, first), wallOf(to.day, last))
    }
    set(isAllDay)
  }
  return <Check label={t('All day')} isChecked={value === true} onChange={change} />
}

/** Warns of a local time that is skipped or occurs twice. */
function ClockTraps() {
  const t = useWords()
  const dates = useDates()
  const zone = useText('timezone')
  const { value: isAllDay } = useEntry<boolean>('all_day')
  const times = [useText('start_date').value, useText('end_date').value]
  if (isAllDay) return null
  return times.filter(isWall).map((text, index) => {
    const clock = clockTime(text, zone.value)
    if (clock?.trap === undefined) return null
    const time = dates.wallTime(text)
    return (
      <Notice
        key={`${idOf('start_date')}-${index}`}
        tone="warn"
        title={
          clock.trap === 'gap'
            ? t('The clock skips {time} on that day.', { time })
            : t('The clock shows {time} twice on that day.', { time })
        }
      >
        {clock.trap === 'gap'
          ? t('{time} is used instead.', { time: dates.wallTime(clock.shown) })
          : t('The first time, {first}, is used; the second one is {second}.', {
              first: offsetName(clock.offset),
              second: offsetName(clock.secondOffset!),
            })}
      </Notice>
    )
  })
}
