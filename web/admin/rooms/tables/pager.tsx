import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useKeySwitch } from '../../parts/keys.ts'
import { LanguageMark, meaningOf } from '../../parts/language-marks.tsx'
import { perPage } from './listing.ts'
import type { Listed } from './rows.ts'

/** What stands below a table: where in the list it is, and how it is read and used. */

export function Pager({
  listed: { rows, total, pages },
  page,
  isBusy,
  onTurn,
}: {
  listed: Listed
  page: number
  isBusy: boolean
  onTurn: (page: number) => void
}) {
  const t = useWords()
  const first = (page - 1) * perPage + 1
  const last = first + rows.length - 1
  return (
    <div className="pager">
      <p className="quiet" role="status">
        {t('{first}–{last} of {total}', { first, last, total })}
      </p>
      {pages > 1 && (
        <div className="joined">
          <Button isDisabled={page <= 1} isBusy={isBusy} onPress={() => onTurn(page - 1)}>
            {t('Previous')}
          </Button>
          <Button isDisabled={page >= pages} isBusy={isBusy} onPress={() => onTurn(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </div>
  )
}

const keys = [
  [['J', 'K'], 'move'],
  [['X'], 'select'],
  [['Enter'], 'edit'],
  [['P'], 'publish'],
  [['/'], 'search'],
] as const

const meanings = ['original', 'done', 'outdated', 'missing'] as const

/** What the keys do and the marks mean. */
export function Legend({ languages: [language = 'en'] }: { languages: readonly string[] }) {
  const t = useWords()
  const [areKeysOn, setKeysOn] = useKeySwitch()
  return (
    <div className="row row--between quiet">
      <p className="row">
        {t('Languages:')}
        {meanings.map((is) => (
          <span key={is}>
            <LanguageMark language={language} is={is} /> {meaningOf(t, is)}
          </span>
        ))}
      </p>
      <p className="row narrow">
        {areKeysOn &&
          keys.map(([names, meaning]) => (
            <span key={meaning}>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}{' '}
              {t(meaning)}
            </span>
          ))}
        <button type="button" className="link" onClick={() => setKeysOn(!areKeysOn)}>
          {areKeysOn ? t('Switch single keys off') : t('Switch single keys on')}
        </button>
      </p>
    </div>
  )
}
