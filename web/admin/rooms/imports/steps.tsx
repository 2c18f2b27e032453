import { useWords } from '../../app/words.tsx'
import { Icon } from '../../parts/icon.tsx'

const steps = [
  ['file', 'File'],
  ['preview', 'Preview'],
  ['run', 'Import'],
  ['report', 'Report'],
] as const

export type Step = (typeof steps)[number][0]

/** The current step of an import. */
export function Steps({ step }: { step: Step }) {
  const t = useWords()
  const now = steps.findIndex(([one]) => one === step)
  return (
    <ol className="steps" aria-label={t('Steps')}>
      {steps.map(([one, name], place) => (
        <li key={one} aria-current={place === now ? 'step' : undefined}>
          {place < now ? <Icon name="check" /> : place + 1}
          <span>{t(name)}</span>
        </li>
      ))}
    </ol>
  )
}
