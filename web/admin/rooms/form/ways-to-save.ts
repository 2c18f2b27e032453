import { useMay } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import type { Kind } from '../../service/types.ts'
import type { EditorState } from './editor-state.ts'
import type { Saving } from './saving.ts'

interface WayToSave {
  readonly label: string
  /** What is shown beside the label. */
  readonly keys: string | undefined
  readonly act: () => void
}

interface WaysToSave {
  readonly status: string
  /** The first is the primary one, which Ctrl+Enter stands for. */
  readonly ways: readonly [WayToSave, ...WayToSave[]]
}

/** The available ways to save, by status and permissions. */
export function useWaysToSave(
  kind: Kind,
  { stored, conflict }: Pick<EditorState, 'stored' | 'conflict'>,
  save: Saving['save'],
): WaysToSave {
  const t = useWords()
  const mayPublish = useMay('publish')
  // Whoever has changed it meanwhile may have published it, too.
  const { resource } = conflict?.theirs ?? stored ?? {}
  const status = (resource?.status as string | undefined) ?? (kind === 'events' ? 'draft' : 'publish')
  const to = (label: string, next?: string, keys?: string): WayToSave => ({
    label,
    keys,
    act: () => void save(next === undefined ? {} : { with: { status: next } }),
  })
  const hasStates = kind === 'events' || kind === 'venues' || kind === 'organizers'
  if (!hasStates || (kind !== 'events' && stored === undefined))
    return { status, ways: [to(t('Save'), undefined, 'Ctrl S')] }
  const isOut = ['publish', 'future', 'private'].includes(status) || (status === 'pending' && !mayPublish)
  const publish = mayPublish
    ? to(t('Publish'), 'publish', 'Ctrl Enter')
    : to(t('Submit for review'), 'pending', 'Ctrl Enter')
  const draft = to(isOut ? t('Return to draft') : t('Save draft'), 'draft')
  const hide = mayPublish && status !== 'private' ? [to(t('Publish privately'), 'private')] : []
  return {
    status,
    ways: isOut ? [to(t('Update'), undefined, 'Ctrl S'), ...hide, draft] : [publish, draft, ...hide],
  }
}
