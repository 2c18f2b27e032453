import { useWords } from '../app/words.tsx'
import { ServiceError } from '../service/errors.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Shows a failed read with a button to retry. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const t = useWords()
  const sentence = error instanceof ServiceError ? `${error.message} (${error.status})` : ''
  return (
    <Notice
      tone="danger"
      title={error instanceof ServiceError ? t('That could not be done.') : t('The service did not answer.')}
      actions={retry && <Button onPress={retry}>{t('Try again')}</Button>}
    >
      {sentence}
    </Notice>
  )
}
