import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { useKeySwitch, useLetters } from '../parts/keys.ts'
import type { Text } from '../locales/index.ts'
import { useMay } from './session.tsx'
import { useWords } from './words.tsx'

/** The keys of every room: N for a new event, ? for what keys there are. */

const groups: readonly { readonly name: Text; readonly keys: readonly (readonly [string, Text])[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      ['N', 'New event'],
      ['Ctrl K', 'Find or do'],
      ['Ctrl Z', 'Undo'],
      ['?', 'Keys'],
    ],
  },
  {
    name: 'Board',
    keys: [
      ['← ↑ ↓ →', 'To the next event or day'],
      ['Enter', 'Open the event, or create one on the day'],
      ['E', 'Edit'],
      ['M', 'Move…'],
      ['D', 'Duplicate'],
      ['Delete', 'Trash'],
      ['Alt ← →', 'A day earlier or later'],
      ['Alt ↑ ↓', 'A quarter of an hour earlier or later'],
      ['Alt ⇧ ← ↑ ↓ →', 'Shorter or longer'],
      ['⇧ F10', 'All actions'],
      ['P', 'Previous'],
      ['F', 'Next'],
      ['T', 'Today'],
    ],
  },
]

export function Keys() {
  const navigate = useNavigate()
  const mayCreate = useMay('create_events')
  const [isOpen, setOpen] = useState(false)
  useLetters({
    '?': () => setOpen(true),
    ...(mayCreate ? { n: () => void navigate('/events/new') } : {}),
  })
  return isOpen && <KeysDialog onClose={() => setOpen(false)} />
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const [isOn, setOn] = useKeySwitch()
  return (
    <Dialog title={t('Keys')} onClose={onClose}>
      {groups.map(({ name, keys }) => (
        <section key={name} className="stack">
          <h3>{t(name)}</h3>
          <dl className="facts facts--keys">
            {keys.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{t(meaning)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Check
        label={t('Single letters are shortcuts')}
        isChecked={isOn}
        onChange={(next) => {
          setOn(next)
        }}
      />
      <Button kind="primary" onPress={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}
