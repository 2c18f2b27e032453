import { useWords } from '../../app/words.tsx'
import { labelOfKeys, useKeySwitch } from '../../parts/keys.ts'
import { LanguageMark, meaningOf } from '../../parts/language-marks.tsx'

const keys = [
  [['J', 'K'], 'navigate'],
  [['X'], 'select'],
  [['Enter'], 'edit'],
  [['P'], 'publish'],
  [['/'], 'search'],
] as const

const meanings = ['original', 'done', 'outdated', 'missing'] as const

/** A legend of shortcuts and marks. */
export function Legend({
  languages: [language = 'en'],
  mayPublish,
}: {
  languages: readonly string[]
  mayPublish: boolean
}) {
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
          keys
            .filter(([, meaning]) => mayPublish || meaning !== 'publish')
            .map(([names, meaning]) => (
              <span key={meaning}>
                {names.map((name) => (
                  <kbd key={name}>{labelOfKeys(t, name)}</kbd>
                ))}{' '}
                {t(meaning)}
              </span>
            ))}
        <button type="button" className="link" onClick={() => setKeysOn(!areKeysOn)}>
          {areKeysOn ? t('Turn off single-key shortcuts') : t('Turn on single-key shortcuts')}
        </button>
      </p>
    </div>
  )
}
