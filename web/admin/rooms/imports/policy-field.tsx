import { useId } from 'react'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { FieldSet } from '../../parts/field.tsx'
import { policies, type Policy } from './import.ts'

const policyNames = {
  keep_local: 'Update it, but keep what editors changed',
  overwrite: 'Overwrite it',
  create_only: 'Leave it unchanged',
} as const satisfies Readonly<Record<Policy, Text>>

/** How to handle events imported from the same source before. */
export function PolicyField({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const t = useWords()
  const name = useId()
  return (
    <FieldSet label={t('If an event already exists')}>
      {policies.map((one) => (
        <label className="check" key={one}>
          <input type="radio" name={name} checked={one === policy} onChange={() => onChange(one)} />
          {t(policyNames[one])}
        </label>
      ))}
    </FieldSet>
  )
}
