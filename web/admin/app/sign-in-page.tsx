import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Field, Input } from '../parts/field.tsx'
import { Mark } from '../parts/mark.tsx'
import { Notice } from '../parts/notice.tsx'
import { useSaving } from '../parts/saving.ts'
import { useDates } from '../parts/dates.ts'
import { placeOf } from '../parts/venues.ts'
import { hueOf } from '../parts/hue.ts'
import { ServiceError } from '../service/errors.ts'
import { admin, calendar } from '../service/service.ts'
import type { CalendarEvent, Session, User } from '../service/types.ts'
import { chooseLanguage, interfaceLanguages } from '../locales/index.ts'
import { useBody, useService, useSite } from './service.tsx'
import { PasswordField, SignInForm } from './sign-in.tsx'
import { useWords } from './words.tsx'
import { languageLabel } from '../parts/language-marks.tsx'

/** The sign-in page: by name and password, or by a link created by an administrator or sent by e-mail. */

/** The token is in the fragment, so it appears in no server log. */
export const tokenInAddress = (): string | undefined => /^#password=(.+)$/.exec(location.hash)?.[1]

const forgetToken = () => history.replaceState(null, '', location.pathname)

export function SignInPage({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const t = useWords()
  const [token, setToken] = useState(tokenInAddress)
  /** Of whoever has just set a password by the link. */
  const [username, setUsername] = useState<string>()
  const dead = useDeadLink(token)
  const site = useSite()
  const asksPassword = token !== undefined && dead === undefined
  return (
    <main className="door">
      <div className="door__form">
        <p className="row">
          <Mark />
          <strong>{site.name}</strong>
        </p>
        <h1>{asksPassword ? t('Choose a password') : t('Sign in')}</h1>
        {dead !== undefined && <Notice tone="danger" title={dead} />}
        {username !== undefined && <Notice tone="ok" title={t('The password is set. Sign in with it.')} />}
        {!asksPassword ? (
          <>
            <SignInForm username={username} onSignedIn={onSignedIn} />
            {site.hasMail && <SendLink />}
          </>
        ) : (
          <NewPassword
            token={token}
            onSet={(user) => {
              forgetToken()
              setToken(undefined)
              setUsername(user.username)
            }}
          />
        )}
        <Languages />
      </div>
      <Today />
    </main>
  )
}

/** Refused for its length in any case, so that nothing is set; but a link that does not work is named before that. */
const tooShort = '-'

/** Why the link cannot be used any more, which nobody wants to learn only after having thought of a password. */
function useDeadLink(token: string | undefined): string | undefined {
  const service = useService()
  const { data } = useQuery({
    queryKey: ['password link', token],
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      try {
        await service.write('POST', admin('/password'), { token, password: tooShort })
      } catch (error) {
        if (error instanceof ServiceError) return error.fields.token ?? null
        throw error
      }
      return null
    },
  })
  const dead = data ?? undefined
  // Otherwise whoever has signed in would be asked to again when the page is reloaded.
  useEffect(() => {
    if (dead !== undefined) forgetToken()
  }, [dead])
  return dead
}

/** Shows the same message for every address, so as not to reveal which users exist. */
function SendLink() {
  const t = useWords()
  const service = useService()
  const saving = useSaving()
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const [username, setUsername] = useState('')
  const submit = saving.submit(async () => {
    await service.write('POST', admin('/session/links'), { username })
    setSent(true)
  })
  if (isSent)
    return (
      <Notice tone="ok" title={t('Check your e-mail.')}>
        {t(
          'If there is an account with this name or address, a link is on its way. It works once, within an hour.',
        )}
      </Notice>
    )
  if (!isOpen)
    return (
      <p>
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {t('Send me a password link')}
        </button>
      </p>
    )
  return (
    <form className="stack" noValidate ref={saving.form} onSubmit={submit}>
      {saving.problem && <Notice tone="danger" title={saving.problem.message} />}
      <Field label={t('Username or e-mail address')} error={saving.fields.username}>
        <Input autoComplete="username" autoFocus value={username} onChange={setUsername} />
      </Field>
      <div className="row">
        <Button type="submit" isBusy={saving.isBusy}>
          {t('Send the link')}
        </Button>
      </div>
    </form>
  )
}

function NewPassword({ token, onSet }: { token: string; onSet: (user: User) => void }) {
  const t = useWords()
  const service = useService()
  const [password, setPassword] = useState('')
  const { form, submit, isBusy, fields, problem } = useSaving()
  const failure = problem instanceof ServiceError ? problem.message : t('The service did not respond.')
  const set = async () => {
    onSet((await service.write<User>('POST', admin('/password'), { token, password })).body)
  }
  return (
    <form className="stack" noValidate ref={form} onSubmit={submit(set)}>
      <PasswordField
        label={t('New password')}
        help={t(
          'At least 12 characters. A sentence that you remember is better than a word with special characters.',
        )}
        error={fields.password ?? fields.token ?? (problem && failure)}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <Button kind="primary" size="big" type="submit" isBusy={isBusy}>
        {t('Set the password')}
      </Button>
    </form>
  )
}

function Languages(): ReactNode {
  const t = useWords()
  return (
    <p className="row quiet door__languages">
      {interfaceLanguages.map((language) =>
        language === t.language ? (
          <b key={language} lang={language}>
            {languageLabel({ language }, language)}
          </b>
        ) : (
          <button
            key={language}
            type="button"
            className="link"
            lang={language}
            onClick={() => {
              chooseLanguage(language)
              location.reload()
            }}
          >
            {languageLabel({ language }, language)}
          </button>
        ),
      )}
    </p>
  )
}

/** Shows what visitors currently see, to identify the calendar. */
function Today() {
  const t = useWords()
  const dates = useDates()
  const { root } = useSite()
  const { data } = useBody<{ events: CalendarEvent[] }>({
    queryKey: ['today'],
    path: calendar('/events'),
    query: { per_page: 5, ml_language: t.language, ml_fallback: 'original' },
    retry: false,
  })
  return (
    <section className="door__today" aria-labelledby="today">
      <h2 id="today">{t('Today and coming up')}</h2>
      <ul>
        {data?.events.map((event) => (
          <li key={event.id} data-cat={hueOf(event)}>
            <span>{dates.soon(event)}</span>
            <span lang={event.language}>
              <b>{event.title}</b>
              <br />
              <span className="quiet">{placeOf(event)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${root}/`}>{t('See the calendar as visitors do')}</a>
      </p>
    </section>
  )
}
