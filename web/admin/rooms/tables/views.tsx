import { Link } from 'react-router'
import { useStoredInput } from '../../app/stored-input.ts'
import { useLanguages } from '../../app/languages.ts'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import type { Kind } from '../../service/types.ts'
import type { KindTable } from './declaration.ts'
import { isSameList, settingsOf } from './listing.ts'
import { useStored } from './stored.ts'
import { useCount } from './rows.ts'

/** Views of a table: predefined ones, one per language to translate into, and those saved by the user. */

interface SavedView {
  readonly id: string
  readonly name: string
  /** Filters and order, as in the URL. */
  readonly settings: string
}

interface ShownView {
  readonly id: string
  readonly name: string
  readonly address: URLSearchParams
  readonly isSaved?: boolean
  /** Hidden if its count is zero. */
  readonly isWork?: boolean
}

const addressOf = (id: string, settings: string | Readonly<Record<string, string>>, isFirst = false) => {
  const address = new URLSearchParams(settings)
  if (!isFirst) address.set('view', id)
  return address
}

function useViews(table: KindTable, saved: readonly SavedView[]): ShownView[] {
  const t = useWords()
  const languages = useLanguages()
  const own = table.views.map(({ id, name, settings }, index) => ({
    id,
    name: t(name),
    address: addressOf(id, settings, index === 0),
  }))
  const toTranslate = languages.map((language) => ({
    id: `to-${language}`,
    name: t('{language} to do', { language: languageName(t, language) }),
    address: addressOf(`to-${language}`, { missing: language }),
    isWork: true,
  }))
  const kept = saved.map(({ id, name, settings }) => ({
    id,
    name,
    address: addressOf(id, settings),
    isSaved: true,
  }))
  const before = own.findIndex(({ id }) => id === 'past' || id === 'trash')
  const at = before === -1 ? own.length : before
  return [...own.slice(0, at), ...toTranslate, ...own.slice(at), ...kept]
}

function Tab({ table, view, isCurrent }: { table: KindTable; view: ShownView; isCurrent: boolean }) {
  const { language } = useWords()
  const count = useCount(table, view.address)
  if (view.isWork === true && !isCurrent && (count ?? 0) === 0) return null
  return (
    <Link to={{ search: view.address.toString() }} aria-current={isCurrent ? 'page' : undefined}>
      {view.name}{' '}
      {count !== undefined && <span className="quiet">{new Intl.NumberFormat(language).format(count)}</span>}
    </Link>
  )
}

function SaveDialog({
  name,
  onChange,
  onSave,
  onClose,
}: {
  name: string
  onChange: (name: string) => void
  onSave: () => void
  onClose: () => void
}) {
  const t = useWords()
  return (
    <Dialog title={t('Save this view')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave()
        }}
      >
        <Field label={t('Name')} help={t('The filters and the order are stored in this browser.')}>
          <Input value={name} onChange={onChange} required maxLength={40} />
        </Field>
        <ActOrCancel onCancel={onClose}>{t('Save this view')}</ActOrCancel>
      </form>
    </Dialog>
  )
}

const savedKey = (kind: Kind) => `calends.views.${kind}`

export function Views({
  table,
  address,
  onShow,
}: {
  table: KindTable
  address: URLSearchParams
  onShow: (address: URLSearchParams) => void
}) {
  const t = useWords()
  const { say } = useMessages()
  const [saved, setSaved] = useStored<readonly SavedView[]>(savedKey(table.kind), [])
  const [name, setName] = useStoredInput<string>(`views/${table.kind}`)
  const views = useViews(table, saved)
  const id = address.get('view') ?? table.views[0]!.id
  const current = views.find((view) => view.id === id)
  const isChanged = current === undefined || !isSameList(current.address, address)
  const save = (text: string) => {
    const view = {
      id: `own-${Date.now()}`,
      name: text,
      settings: String(new URLSearchParams(settingsOf(address))),
    }
    setSaved((now) => [...now, view])
    setName(undefined)
    onShow(addressOf(view.id, view.settings))
    say(t('The view “{name}” was saved.', { name: text }))
  }
  const remove = () => {
    const [place, removed] = [
      saved.findIndex((view) => view.id === id),
      saved.filter((view) => view.id === id),
    ]
    setSaved((now) => now.filter((view) => view.id !== id))
    onShow(new URLSearchParams())
    say(t('The view “{name}” was removed.', { name: current!.name }), () =>
      setSaved((now) => now.toSpliced(place, 0, ...removed)),
    )
  }
  return (
    <nav className="tabs" aria-label={t('Views')}>
      {views.map((view) => (
        <Tab key={view.id} table={table} view={view} isCurrent={view === current} />
      ))}
      {isChanged && (
        <button type="button" className="link" onClick={() => setName('')}>
          {t('Save this view')}
        </button>
      )}
      {!isChanged && current.isSaved === true && (
        <button type="button" className="link" onClick={remove}>
          {t('Remove this view')}
        </button>
      )}
      {name !== undefined && (
        <SaveDialog
          name={name}
          onChange={setName}
          onSave={() => save(name.trim())}
          onClose={() => setName(undefined)}
        />
      )}
    </nav>
  )
}
