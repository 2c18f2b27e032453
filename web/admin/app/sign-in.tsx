import { useId, useState, type FormEvent } from 'react'
import { Button } from '../parts/button.tsx'
import { Field, Input } from '../parts/field.tsx'
import { useFocusWrong } from '../parts/focus-wrong.ts'
import { Notice } from '../parts/notice.tsx'
import { useDates } from '../parts/dates.ts'
import { ServiceError } from '../service/errors.ts'
import { admin } from '../service/service.ts'
import type { Session } from '../service/types.ts'
import { useService } from './service.tsx'
import { useWords } from './words.tsx'

/** Signing in with name and password. */

const failureOf = (error: unknown): 'wrong' | 'resting' | 'other' => {
  if (!(error instanceof ServiceError)) return 'other'
  if (error.status === 429) return 'resting'
  return error.status === 401 ? 'wrong' : 'other'
}

interface Failed {
  readonly error: Error
  /** When to try again. */
  readonly until: Date
}

export function SignInForm({
  username: known = '',
  onSignedIn,
}: {
  username?: string | undefined
  onSignedIn: (session: Session) => void
}) {
  const t = useWords()
  const dates = useDates()
  const service = useService()
  const [username, setUsername] = useState(known)
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  const { form, focusWrong } = useFocusWrong()
  const lacking = (text: string) => (isTried && text === '' ? t('Fill in this field.') : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    focusWrong()
    if (username === '' || password === '' || isBusy) return
    setBusy(true)
    try {
      onSignedIn((await service.write<Session>('POST', admin('/session'), { username, password })).body)
    } catch (error) {
      const seconds = error instanceof ServiceError ? (error.retryAfter ?? 0) : 0
      setFailed({ error: error as Error, until: new Date(Date.now() + seconds * 1000) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="stack" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {failed && <SignInFailure failed={failed} />}
      <Field label={t('Username')} error={lacking(username)}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={setUsername}
          autoFocus={known === ''}
        />
      </Field>
      <PasswordField
        label={t('Password')}
        error={lacking(password)}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus={known !== ''}
      />
      <Button kind="primary" size="big" type="submit" isBusy={isBusy}>
        {failed && failureOf(failed.error) === 'resting'
          ? t('Sign in at {time}', { time: dates.time(failed.until) })
          : t('Sign in')}
      </Button>
    </form>
  )
}

function SignInFailure({ failed: { error, until } }: { failed: Failed }) {
  const t = useWords()
  const dates = useDates()
  const kind = failureOf(error)
  if (kind === 'resting')
    return (
      <Notice tone="danger" title={t('Too many attempts.')}>
        {t(
          'For your security, this account is locked until {time}. A new password, chosen through a link, can be used at once.',
          {
            time: dates.time(until),
          },
        )}
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('That did not work.')}>
      {kind === 'wrong'
        ? t('The username or password is incorrect. Passwords are case-sensitive.')
        : error instanceof ServiceError
          ? error.message
          : t('The service did not respond.')}
    </Notice>
  )
}

export function PasswordField({
  label,
  help,
  error,
  autoComplete,
  value,
  onChange,
  autoFocus,
}: {
  label: string
  help?: string
  error?: string | undefined
  autoComplete: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}) {
  const t = useWords()
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} help={help} error={error} id={id}>
      <div className="row row--stiff">
        <Input
          id={id}
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          value={value}
          onChange={onChange}
        />
        <Button size="big" aria-pressed={isShown} aria-controls={id} onPress={() => setShown(!isShown)}>
          {t('Show')}
        </Button>
      </div>
    </Field>
  )
}
