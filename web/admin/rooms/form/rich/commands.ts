import { setBlockType, toggleMark, wrapIn, lift, chainCommands, baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Plugin } from 'prosemirror-state'
import { schema } from './document.ts'

/** Commands of the toolbar and the keyboard. */

const { nodes, marks } = schema

export const isMarked = (
  { selection, doc, storedMarks }: EditorState,
  name: 'strong' | 'em' | 'link',
): boolean => {
  const { from, to, empty, $from } = selection
  const mark = marks[name]!
  return empty ? mark.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, mark)
}

export const isWithin = ({ selection: { $from } }: EditorState, name: string): boolean =>
  Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name).includes(name)

const toggled =
  (name: string, on: Command, off: Command): Command =>
  (state, dispatch, view) =>
    (isWithin(state, name) ? off : on)(state, dispatch, view)

export const bold = toggleMark(marks.strong!)
export const italic = toggleMark(marks.em!)
export const heading = toggled(
  'heading',
  setBlockType(nodes.heading!, { level: 3 }),
  setBlockType(nodes.paragraph!),
)
export const quotation = toggled('blockquote', wrapIn(nodes.blockquote!), lift)
export const bullets = toggled('bullet_list', wrapInList(nodes.bullet_list!), liftListItem(nodes.list_item!))
export const numbers = toggled(
  'ordered_list',
  wrapInList(nodes.ordered_list!),
  liftListItem(nodes.list_item!),
)

/** The range to link: the selection, or the link that contains the cursor. */
function reachOfLink({ selection: { from, to, empty, $from } }: EditorState) {
  let reach = { from, to }
  const link = marks.link!.isInSet($from.marks())
  if (!empty || link === undefined) return reach
  $from.parent.forEach((node, offset) => {
    const [start, end] = [$from.start() + offset, $from.start() + offset + node.nodeSize]
    if (link.isInSet(node.marks) && start <= from && from <= end) reach = { from: start, to: end }
  })
  return reach
}

/** Inserts linked text at the cursor. */
export const linkedWords =
  (words: string, href: string): Command =>
  (state, dispatch) => {
    const text = schema.text(words, [marks.link!.create({ href })])
    dispatch?.(state.tr.replaceSelectionWith(text, false).scrollIntoView())
    return true
  }

/** An empty URL removes the link. */
export const linkTo =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to } = reachOfLink(state)
    const change = state.tr.removeMark(from, to, marks.link)
    dispatch?.(href === '' ? change : change.addMark(from, to, marks.link!.create({ href })))
    return true
  }

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break!.create()).scrollIntoView())
  return true
}

export const pluginsOf = (askForLink: () => void): Plugin[] => [
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list!),
      wrappingInputRule(/^1\.\s$/, nodes.ordered_list!),
      wrappingInputRule(/^>\s$/, nodes.blockquote!),
    ],
  }),
  keymap({
    'Mod-b': bold,
    'Mod-i': italic,
    'Mod-k': () => {
      askForLink()
      return true
    },
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Shift-Enter': lineBreak,
    Enter: splitListItem(nodes.list_item!),
    'Mod-]': sinkListItem(nodes.list_item!),
    'Mod-[': chainCommands(liftListItem(nodes.list_item!), lift),
    // Left to the form, where it publishes.
    'Mod-Enter': () => false,
  }),
  keymap(Object.fromEntries(Object.entries(baseKeymap).filter(([key]) => key !== 'Mod-Enter'))),
  history(),
]

export { undo }
