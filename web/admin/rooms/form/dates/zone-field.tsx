import { useId } from 'react'
import { useWords } from '../../../app/words.tsx'
import { Input } from '../../../parts/field.tsx'
import { useText } from '../form.tsx'
import { isWall } from '../../../parts/spoken.ts'
import { clockTime, offsetName } from './zones.ts'

/** Changing the zone keeps the local time; shows the UTC offset at that time. */
export function ZoneField() {
  const t = useWords()
  const list = useId()
  const { value, set, error, id } = useText('timezone')
  const start = useText('start_date')
  const clock = isWall(start.value) ? clockTime(start.value, value) : undefined
  return (
    <div className="says">
      <label htmlFor={id}>{t('Time zone')}</label>
      <Input
        className="input--dense"
        id={id}
        list={list}
        value={value}
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-offset`}
        onChange={set}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <span className="quiet" id={`${id}-offset`}>
        {error ?? (clock && t('{offset} on that day', { offset: offsetName(clock.offset) }))}
      </span>
    </div>
  )
}
