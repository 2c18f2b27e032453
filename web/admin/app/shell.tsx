import { onlineManager, useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Mark } from '../parts/mark.tsx'
import { Notice } from '../parts/notice.tsx'
import { UploadsProvider } from '../rooms/media/uploads.tsx'
import { nameOf } from '../rooms/users/account.ts'
import { calendar } from '../service/service.ts'
import type { Self } from '../service/types.ts'
import { FindOrDoProvider } from './find-or-do.tsx'
import { KeysProvider } from './keys.tsx'
import { Nothing } from './not-found.tsx'
import { useIsOnline } from './online.ts'
import { mayEnter, roomsFor, type Room } from './rooms.ts'
import { useSentBack } from './sent-back.ts'
import { useService, useSite } from './service.tsx'
import { useHasJustSignedIn, useSelf } from './session.tsx'
import { firstToTranslate, useTranslationWork } from './translation-work.ts'
import { useWords } from './words.tsx'

/** The frame around every room: the sidebar, or tabs at the bottom on phones, and the connection status. */

export function Shell() {
  const t = useWords()
  return (
    <KeysProvider>
      <FindOrDoProvider>
        <a className="button unseen" href="#main">
          {t('Skip to the content')}
        </a>
        <div className="shell">
          <Rail />
          <UploadsProvider>
            <Main />
          </UploadsProvider>
        </div>
        <Tabs />
        <ScrollRestoration />
      </FindOrDoProvider>
    </KeysProvider>
  )
}

/**
 * Moves the focus to the heading on navigation, for users who do not see the page change, and after signing in. A form
 * that only gets a URL because a draft was saved keeps its focus.
 */
function Main() {
  const { pathname } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const self = useSelf()
  const hasJustSignedIn = useHasJustSignedIn()
  const ref = useRef<HTMLElement>(null)
  const shown = useRef(hasJustSignedIn ? undefined : pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const isAtWork = isReplaced && ref.current?.contains(document.activeElement) === true
    if (!isAtWork && document.querySelector('dialog[open]') === null) ref.current?.focus()
  }, [pathname, isReplaced])
  return (
    <main className="main" id="main" tabIndex={-1} ref={ref}>
      <Connection />
      {mayEnter(self, pathname) ? <Outlet /> : <NotForYou />}
    </main>
  )
}

function NotForYou() {
  const t = useWords()
  return <Nothing title={t('Your role has no access here.')} to="/me" elsewhere={t('My account')} />
}

function Connection() {
  const t = useWords()
  const isOnline = useIsOnline()
  const waiting = useMutationState({ filters: { status: 'pending' } }).length
  if (isOnline) return null
  return (
    <Notice
      tone="warn"
      icon="offline"
      title={t('No connection.')}
      actions={
        <Button size="small" onPress={() => onlineManager.setOnline(true)}>
          {t('Try now')}
        </Button>
      }
    >
      {`${t('Keep working: your changes will be sent automatically as soon as the service responds.')} ${
        waiting === 0
          ? ''
          : t.count(
              waiting,
              '{count} change is waiting to be sent.',
              '{count} changes are waiting to be sent.',
            )
      }`}
    </Notice>
  )
}

/** Number of events waiting for review; refetched when the window gains focus. */
function useReviewCount(isEditor: boolean): number {
  const service = useService()
  const { data = 0 } = useQuery({
    queryKey: ['events', 'waiting for review'],
    enabled: isEditor,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', per_page: 1, start_date: '1970-01-01', _fields: 'id' }
      return (await service.read(calendar('/events'), { query, signal })).total ?? 0
    },
  })
  return data
}

/** Number of texts to translate into the language that the room opens with. */
function useTranslationCount(): number {
  const { language } = useWords()
  const languages = useTranslationWork()?.languages ?? []
  const first = firstToTranslate(
    language,
    languages.map((one) => one.language),
  )
  const { missing = 0, outdated = 0 } = languages.find((one) => one.language === first) ?? {}
  return missing + outdated
}

function Rail() {
  const t = useWords()
  const self = useSelf()
  const { name } = useSite()
  const isEditor = self.capabilities.edit_others
  const review = useReviewCount(isEditor)
  const { size } = useSentBack()
  // Not for editors, because they see the events of others, who have to act on them.
  const work = { review, sentBack: isEditor ? 0 : size, translations: useTranslationCount() }
  return (
    <header className="rail">
      <Link className="rail__site" to="/">
        <Mark />
        <span>{name}</span>
      </Link>
      <nav aria-label={t('Sections')}>
        {roomsFor(self).map((group) => (
          <div key={group.name}>
            <h2>{t(group.name)}</h2>
            <ul>
              {group.rooms.map((room) => (
                <li key={room.path}>
                  <RoomLink room={room} work={room.work === undefined ? 0 : work[room.work]} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <NavLink className="rail__me" to="/me">
        <Icon name="people" />
        <span>{nameOf(self)}</span>
      </NavLink>
    </header>
  )
}

function RoomLink({ room: { name, path, icon, work: kind }, work }: { room: Room; work: number }) {
  const t = useWords()
  return (
    <NavLink to={path} end={path === '/'} title={t(name)}>
      <Icon name={icon} />
      <span>{t(name)}</span>
      {work > 0 && <b>{work.toLocaleString(t.language)}</b>}
      {work > 0 && kind === 'sentBack' && <span className="unseen">{t('Sent back for changes')}</span>}
    </NavLink>
  )
}

/** Four rooms and the rest, as many as fit within reach of the thumb. */
const tabsOf = (self: Self): Room[] => {
  const rooms = roomsFor(self).flatMap((group) => group.rooms)
  return ['/', '/events', '/translations', '/review']
    .map((path) => rooms.find((room) => room.path === path))
    .filter((room) => room !== undefined)
}

function Tabs() {
  const t = useWords()
  const self = useSelf()
  return (
    <nav className="tabbar" aria-label={t('Main sections')}>
      {tabsOf(self).map(({ name, path, icon }) => (
        <NavLink key={path} to={path} end={path === '/'}>
          <Icon name={icon} />
          {t(name)}
        </NavLink>
      ))}
      <NavLink to="/more">
        <Icon name="more" />
        {t('More')}
      </NavLink>
    </nav>
  )
}
