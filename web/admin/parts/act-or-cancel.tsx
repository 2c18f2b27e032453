import type { ComponentProps } from 'react'
import { useWords } from '../app/words.tsx'
import { Button } from './button.tsx'

/** The end of a dialog or a form: what is done, by submitting unless it says otherwise, and the way out. */
export function ActOrCancel({
  onCancel,
  onPress,
  ...act
}: ComponentProps<typeof Button> & { onCancel: () => void }) {
  const t = useWords()
  return (
    <div className="row">
      <Button kind="primary" {...(onPress === undefined ? { type: 'submit' } : { onPress })} {...act} />
      <Button onPress={onCancel}>{t('Cancel')}</Button>
    </div>
  )
}
