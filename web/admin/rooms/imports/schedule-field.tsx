import { useState } from 'react'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { useDates } from '../../parts/dates.ts'
import { Field, Input, Select } from '../../parts/field.tsx'
import type { Import } from './import.ts'

const usual = {
  '': 'Only once',
  '0 * * * *': 'Every hour',
  '0 4 * * *': 'Every day at 04:00',
  '0 4 * * 1': 'Every Monday at 04:00',
} as const satisfies Readonly<Record<string, Text>>

const other = 'other'

type Choice = keyof typeof usual | typeof other

const isUsual = (schedule: string): schedule is keyof typeof usual => schedule in usual

/** The schedule for reading a URL again, in plain words or as a cron expression. */
export function ScheduleField({
  schedule,
  error,
  onChange,
}: {
  schedule: string
  error?: string | undefined
  onChange: (schedule: string) => void
}) {
  const t = useWords()
  const [isOther, setOther] = useState(!isUsual(schedule))
  const choice: Choice = isOther || !isUsual(schedule) ? other : schedule
  const choose = (next: Choice) => {
    setOther(next === other)
    onChange(next === other ? '' : next)
  }
  return (
    <>
      <Field label={t('How often to read the URL')} error={isOther ? undefined : error}>
        <Select
          value={choice}
          onChange={choose}
          options={[
            ...(Object.keys(usual) as (keyof typeof usual)[]).map((value) => ({
              value,
              label: t(usual[value]),
            })),
            { value: other, label: t('At other times') },
          ]}
        />
      </Field>
      {isOther && (
        <Field
          label={t('Times')}
          help={t('A cron expression such as 30 6 * * 1-5, in the time zone of the site')}
          error={error}
        >
          <Input value={schedule} onChange={onChange} autoComplete="off" spellCheck={false} />
        </Field>
      )}
    </>
  )
}

/** “Every day at 04:00. Next on 24 Nov 2026, 04:00.” */
export function useScheduleText(): (imported: Pick<Import, 'schedule' | 'next_run_utc'>) => string {
  const t = useWords()
  const dates = useDates()
  return ({ schedule = '', next_run_utc }) => {
    const times = isUsual(schedule) ? t(usual[schedule]) : t('Schedule {schedule}', { schedule })
    const next = next_run_utc && t('Next on {moment}.', { moment: dates.moment(next_run_utc) })
    return [`${times}.`, next].filter(Boolean).join(' ')
  }
}
