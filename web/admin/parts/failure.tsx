import { useWords } from '../app/words.tsx'
import type { Words } from '../locales/index.ts'
import { ChangedMeanwhile, isGone, ServiceError } from '../service/errors.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Why the service refused something, in the words of people. */
export const reasonOf = (t: Words, error: ServiceError): string =>
  error.isImmovable
    ? t(
        'The dates of this series cannot all move like this. Move only this one, or change how it repeats in its form.',
      )
    : error.reason

/** What is known of an error. */
export function sentenceOf(t: Words, error: Error): string {
  if (error instanceof ChangedMeanwhile) return t('Somebody else has just changed it.')
  return error instanceof ServiceError
    ? `${error.reason} (${error.status})`
    : t('The service did not respond.')
}

/** For what is not there. The service does not know that an address such as `/users/x` was meant for a user. */
const missingText = (t: Words, { code, message }: ServiceError): string =>
  code === 'rest_no_route' ? t('There is nothing at this address.') : message

/** Shows a failed request with a button to retry, unless that would not help. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const t = useWords()
  if (retry !== undefined && isGone(error)) return <Notice tone="danger" title={missingText(t, error)} />
  const isAnswered = error instanceof ServiceError || error instanceof ChangedMeanwhile
  return (
    <Notice
      tone="danger"
      title={isAnswered ? t('That could not be done.') : sentenceOf(t, error)}
      actions={retry && <Button onPress={retry}>{t('Try again')}</Button>}
    >
      {isAnswered && sentenceOf(t, error)}
    </Notice>
  )
}
