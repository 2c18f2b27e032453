import { useWords } from '../app/words.tsx'
import type { Words } from '../locales/index.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Also said where a change is refused and nothing that was typed is left. */
export const changedMeanwhile = (t: Words, field: string) =>
  t('{field}: somebody else has changed this in the meantime.', { field })

/** Shows what somebody else has stored beside what was typed into a field, to choose one of them. */
export function ChangedMeanwhile({
  field,
  stored,
  onKeep,
  onDiscard,
}: {
  /** The label of the field. */
  field: string
  stored: string
  onKeep: () => void
  onDiscard: () => void
}) {
  const t = useWords()
  return (
    <Notice
      tone="warn"
      title={changedMeanwhile(t, field)}
      actions={
        <>
          <Button size="small" onPress={onKeep}>
            {t('Keep mine')}
          </Button>
          <Button size="small" onPress={onDiscard}>
            {t('Take the saved one')}
          </Button>
        </>
      }
    >
      <p>
        {t('Saved now:')}{' '}
        {stored.startsWith('data:') ? <img src={stored} alt="" height={40} /> : stored || t('Empty')}
      </p>
    </Notice>
  )
}
