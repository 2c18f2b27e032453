import { useDates, wallText } from '../../parts/dates.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../app/words.tsx'
import { useForm, useFormState } from './form.tsx'

/** A notice that unsaved input was restored. */
export function Restored() {
  const t = useWords()
  const dates = useDates()
  const { editor } = useForm()
  const { id, restoredAt, begun } = useFormState()
  if (restoredAt === undefined) return null
  const count = editor.changed().length + Object.keys(begun).length
  return (
    <Notice
      icon="clock"
      title={t('We found what you wrote on {moment} but did not save.', {
        moment: dates.moment(wallText(new Date(restoredAt))),
      })}
      actions={
        <Button size="small" onPress={() => void editor.throwAway()}>
          {t('Discard it')}
        </Button>
      }
    >
      {id === undefined
        ? t('It is in the form now.')
        : t.count(
            count,
            'It is in the form now; one field differs from the saved version.',
            'It is in the form now; {count} fields differ from the saved version.',
          )}
    </Notice>
  )
}
