import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { labelOfKeys, useKeySwitch, useLetters } from '../parts/keys.ts'
import type { Text } from '../locales/index.ts'
import type { Capability, Self } from '../service/types.ts'
import { mayEnter } from './rooms.ts'
import { useMay, useSelf } from './session.tsx'
import { useWords } from './words.tsx'

/** Keyboard shortcuts of all rooms: N for a new event, ? for the list of shortcuts. */

interface Group {
  readonly name: Text
  /** The path of the room that the keys are of. */
  readonly room?: string
  readonly keys: readonly (readonly [key: string, meaning: Text, needs?: Capability])[]
}

const groups: readonly Group[] = [
  {
    name: 'Everywhere',
    keys: [
      ['N', 'New event', 'create_events'],
      ['Ctrl K', 'Find or do'],
      ['Ctrl Z', 'Undo'],
      ['?', 'Keyboard shortcuts'],
    ],
  },
  {
    name: 'Board',
    room: '/',
    keys: [
      ['← ↑ ↓ →', 'To the next event or day'],
      ['Enter', 'Open the event, or create one on the day'],
      ['E', 'Edit'],
      ['M', 'Move…'],
      ['D', 'Duplicate'],
      ['Del', 'Move to the trash'],
      ['Alt ← →', 'A day earlier or later'],
      ['Alt ↑ ↓', 'A quarter of an hour earlier or later'],
      ['Alt ⇧ ← ↑ ↓ →', 'Shorter or longer'],
      ['⇧ F10', 'All actions'],
      ['P', 'Previous'],
      ['F', 'Next'],
      ['T', 'Today'],
    ],
  },
  {
    name: 'Tables',
    room: '/events',
    keys: [
      ['↑ ↓, J K', 'To the next or previous row'],
      ['X', 'Select the row'],
      ['⇧ X', 'Select all rows up to here'],
      ['Enter', 'Edit'],
      ['P', 'Publish', 'publish'],
      ['/', 'Search'],
      ['Esc', 'Clear the selection'],
    ],
  },
  {
    name: 'Forms',
    room: '/events',
    keys: [
      ['Tab', 'To the next field, or to the same one in the next language'],
      ['Ctrl S', 'Save'],
      ['Ctrl Enter', 'Publish or update', 'publish'],
      ['Alt ↓', 'Open the calendar for a date'],
      ['← ↑ ↓ →', 'Move the focal point, or the pin on the map'],
    ],
  },
  {
    name: 'Formatted text',
    room: '/events',
    keys: [
      ['Ctrl B', 'Bold'],
      ['Ctrl I', 'Italic'],
      ['Ctrl K', 'Link'],
      ['Ctrl ], Ctrl [', 'Indent the list item, or move it back'],
      ['⇧ Enter', 'New line'],
    ],
  },
  {
    name: 'Translations',
    room: '/translations',
    keys: [
      ['Ctrl S', 'Save'],
      ['Ctrl Enter', 'Save and continue'],
      ['Alt ↑ ↓', 'To the next or previous text, without saving'],
    ],
  },
  {
    name: 'Review',
    room: '/review',
    keys: [
      ['A', 'Accept and publish'],
      ['S', 'Send back'],
      ['R', 'Reject'],
    ],
  },
]

/** Only what the role may do, because nobody wants to learn keys that do nothing. */
const groupsFor = (self: Self): readonly Group[] =>
  groups
    .filter(({ room = '' }) => mayEnter(self, room))
    .map((group) => ({
      ...group,
      keys: group.keys.filter(([, , needs]) => needs === undefined || self.capabilities[needs]),
    }))

const Context = createContext<() => void>(() => undefined)

/** Opens the list of shortcuts for users who cannot press a key, because they are in a field. */
export const useShowKeys = (): (() => void) => useContext(Context)

export function KeysProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const mayCreate = useMay('create_events')
  const [isOpen, setOpen] = useState(false)
  const show = useMemo(() => () => setOpen(true), [])
  useLetters({
    '?': show,
    ...(mayCreate ? { n: () => void navigate('/events/new') } : {}),
  })
  return (
    <Context value={show}>
      {children}
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </Context>
  )
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const self = useSelf()
  const [isOn, setOn] = useKeySwitch()
  return (
    <Dialog title={t('Keyboard shortcuts')} size="wide" onClose={onClose}>
      <Check
        label={t('Use single-letter shortcuts')}
        isChecked={isOn}
        onChange={(next) => {
          setOn(next)
        }}
      />
      <div className="keys">
        {groupsFor(self).map(({ name, keys }) => (
          <section key={name} className="stack">
            <h3>{t(name)}</h3>
            <dl className="facts facts--keys">
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <kbd>{labelOfKeys(t, key)}</kbd>
                  </dt>
                  <dd>{t(meaning)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Button kind="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}
