import { useShowKeys } from '../../app/keys.tsx'
import { roomsFor } from '../../app/rooms.ts'
import { useSelf, useSignOut } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { newNames } from '../../parts/kind-names.ts'
import { plain } from '../../parts/matching.ts'
import type { Choice } from './found.ts'

/** Global actions, matched by words: each word must be a prefix of a word in the name. */

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u)

const isNamed = (name: string, words: string) =>
  wordsOf(words).every((word) => wordsOf(name).some((one) => one.startsWith(word)))

/** `isSearching`: results that arrive later must not displace the action that Enter would choose. */
export function useCommands(words: string, isSearching: boolean): readonly Choice[] {
  const t = useWords()
  const self = useSelf()
  const signOut = useSignOut()
  const showKeys = useShowKeys()
  const { capabilities } = self
  const rooms = roomsFor(self).flatMap((group) => group.rooms)
  const all: Choice[] = [
    ...(capabilities.create_events
      ? [
          ...(['events', 'venues', 'organizers'] as const).map(
            (kind) =>
              ({ id: `new ${kind}`, label: t(newNames[kind]), icon: 'plus', to: `/${kind}/new` }) as const,
          ),
          { id: 'today', label: t('Go to today'), icon: 'calendar', to: '/' } as const,
        ]
      : []),
    ...rooms.map(({ name, path, icon }) => ({
      id: path,
      label: t(name),
      detail: t('Section'),
      icon,
      to: path,
    })),
    { id: 'account', label: t('My account'), icon: 'people', to: '/me' },
    { id: 'keys', label: t('Keyboard shortcuts'), icon: 'list', to: showKeys },
    { id: 'sign-out', label: t('Sign out'), icon: 'key', to: () => void signOut() },
  ]
  const named = all.filter(({ label }) => isNamed(label, words))
  const title = words.trim()
  if (title === '' || isSearching || !capabilities.create_events) return named
  const address = `/events/new?title=${encodeURIComponent(title)}`
  const made: Choice = { id: 'new', label: t('New event “{title}”', { title }), icon: 'plus', to: address }
  return [...named, made]
}
