import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '../../../app/words.tsx'
import type { Text } from '../../../locales/index.ts'
import { Icon } from '../../../parts/icon.tsx'
import { bold, bullets, heading, isMarked, isWithin, italic, numbers, quotation, undo } from './commands.ts'

interface Tool {
  readonly label: Text
  readonly content: ReactNode
  readonly command: Command | 'link'
  readonly isOn?: (view: EditorView) => boolean
}

const tools: readonly (Tool | 'line')[] = [
  { label: 'Bold', content: <b>B</b>, command: bold, isOn: ({ state }) => isMarked(state, 'strong') },
  { label: 'Italic', content: <i>I</i>, command: italic, isOn: ({ state }) => isMarked(state, 'em') },
  'line',
  { label: 'Heading', content: 'H', command: heading, isOn: ({ state }) => isWithin(state, 'heading') },
  {
    label: 'List',
    content: <Icon name="list" />,
    command: bullets,
    isOn: ({ state }) => isWithin(state, 'bullet_list'),
  },
  {
    label: 'Numbered list',
    content: <Icon name="numbers" />,
    command: numbers,
    isOn: ({ state }) => isWithin(state, 'ordered_list'),
  },
  {
    label: 'Quotation',
    content: <Icon name="quote" />,
    command: quotation,
    isOn: ({ state }) => isWithin(state, 'blockquote'),
  },
  {
    label: 'Link',
    content: <Icon name="link" />,
    command: 'link',
    isOn: ({ state }) => isMarked(state, 'link'),
  },
  'line',
  { label: 'Undo', content: <Icon name="undo" />, command: undo },
]

/** A single tab stop with arrow-key navigation (ARIA Authoring Practices, Toolbar). */
export function Toolbar({
  view,
  run,
  askForLink,
  label,
}: {
  view: EditorView | undefined
  run: (command: Command) => void
  askForLink: () => void
  label: string
}) {
  const t = useWords()
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<Text>('Bold')
  const go = (event: KeyboardEvent) => {
    const buttons = [...bar.current!.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowRight: (at + 1) % buttons.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    buttons.at(next)?.focus()
  }
  return (
    <div
      className="rich__bar"
      role="toolbar"
      aria-label={t('Formatting of {field}', { field: label })}
      ref={bar}
      onKeyDown={go}
    >
      {tools.map((tool, index) =>
        tool === 'line' ? (
          <span key={index} />
        ) : (
          <button
            key={tool.label}
            type="button"
            className="button"
            aria-label={t(tool.label)}
            title={t(tool.label)}
            aria-pressed={tool.isOn && view !== undefined ? tool.isOn(view) : undefined}
            tabIndex={tool.label === stop ? 0 : -1}
            // Otherwise Shift+Tab would stop at the first button again before it leaves the toolbar.
            onFocus={() => setStop(tool.label)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (tool.command === 'link' ? askForLink() : run(tool.command))}
          >
            {tool.content}
          </button>
        ),
      )}
    </div>
  )
}
