import { Link, useParams } from 'react-router'
import { useLanguages } from '../../app/languages.ts'
import { NotFound } from '../../app/not-found.tsx'
import { firstToTranslate, useTranslationWork } from '../../app/translation-work.ts'
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { LanguageMark, languageLabel, languageName } from '../../parts/language-marks.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { kinds, type Kind } from '../../service/types.ts'
import { useFormFields } from '../form/schema.ts'
import { nameOfField } from '../form/labels.ts'
import { Translate } from './translate.tsx'
import { useImagesWithoutText, useWork, type Item, type Work } from './work.ts'

/** The translations to do, and the selected one: `/translations/fr/events/17`. */

export const addressOf = (language: string, { kind, id }: Pick<Item, 'kind' | 'id'>): string =>
  `/translations/${language}/${kind}/${id}`

export function Page() {
  const t = useWords()
  const { language: asked, kind, id } = useParams()
  const languages = useLanguages()
  if (languages.length === 0) return <Waiting />
  const language = asked ?? firstToTranslate(t.language, languages)!
  const isKnown = languages.includes(language) && (kind === undefined || kinds.includes(kind as Kind))
  if (!isKnown || (id !== undefined && !/^\d+$/.test(id))) return <NotFound />
  const shown = id === undefined ? undefined : { kind: kind as Kind, id: Number(id) }
  return (
    <Frame title={t('Translations: {language}', { language: languageName(t, language) })}>
      <nav className="rates" aria-label={t('Translate into')}>
        {languages.map((one) => (
          <RateLink key={one} language={one} isCurrent={one === language} />
        ))}
      </nav>
      <Work language={language} shown={shown} languages={languages} />
    </Frame>
  )
}

function RateLink({ language, isCurrent }: { language: string; isCurrent: boolean }) {
  const t = useWords()
  const { total: all = 0, languages = [] } = useTranslationWork() ?? {}
  const rate = languages.find((one) => one.language === language)
  const name = languageName(t, language)
  const { missing = 0, outdated = 0 } = rate ?? {}
  const percent = (count: number) => (all === 0 ? 0 : Math.round((count / all) * 100))
  const done = percent(all - missing - outdated)
  return (
    <Link to={`/translations/${language}`} aria-current={isCurrent ? 'page' : undefined}>
      <span className="row row--between">
        <b>{languageLabel(t, language)}</b>
        {rate && (
          <span className="quiet narrow">
            {t('{outdated} outdated, {missing} missing', { outdated, missing })}
          </span>
        )}
      </span>
      <span
        className="meter"
        role="meter"
        aria-label={t('{language}: up to date', { language: name })}
        aria-valuenow={done}
        aria-valuetext={`${done} %`}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Bar percent={done} />
        <Bar percent={percent(outdated)} />
      </span>
    </Link>
  )
}

const Bar = ({ percent }: { percent: number }) => <i style={{ inlineSize: `${percent}%` }} />

function Work({
  language,
  shown,
  languages,
}: {
  language: string
  shown: { kind: Kind; id: number } | undefined
  languages: readonly string[]
}) {
  const t = useWords()
  const work = useWork(language)
  const fields = useFormFields(shown?.kind ?? 'events')
  if (work.isError) return <Failure error={work.error} retry={() => void work.refetch()} />
  if (work.data === undefined || fields.data === undefined) return <Waiting />
  if (work.data.total === 0 && shown === undefined) return <Done language={language} languages={languages} />
  return (
    <div className={shown === undefined ? undefined : 'columns columns--list'}>
      <Queue work={work.data} language={language} shown={shown} />
      {shown !== undefined && (
        <Translate
          key={addressOf(language, shown)}
          kind={shown.kind}
          id={shown.id}
          language={language}
          fields={fields.data}
          work={work.data.items}
        />
      )}
      {shown === undefined && <p className="unseen">{t('Choose something to translate.')}</p>}
    </div>
  )
}

function Queue({
  work: { items, total },
  language,
  shown,
}: {
  work: Work
  language: string
  shown: { kind: Kind; id: number } | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const fields = useFormFields('events').data ?? []
  const noteOf = ({ is, fields: outdated }: Item) =>
    is === 'missing'
      ? t('Not translated yet')
      : t('Changed: {fields}', { fields: outdated.map((name) => nameOfField(t, fields, name)).join(', ') })
  return (
    <nav aria-label={t('Work list')} className={shown === undefined ? undefined : 'wide-only'}>
      <p className="queue__head">
        <strong>{t.count(total, '{count} to do', '{count} to do')}</strong>
      </p>
      <ul className="queue queue--ruled">
        {items.map((item) => (
          <li key={addressOf(language, item)}>
            <Link
              to={addressOf(language, item)}
              aria-current={item.kind === shown?.kind && item.id === shown.id ? 'true' : undefined}
            >
              <strong lang={item.language}>{item.title}</strong>
              {item.start !== undefined && <span className="quiet">{dates.fullDay(item.start)}</span>}
              <span className="quiet">
                <LanguageMark language={language} is={item.is} /> {noteOf(item)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.length < total && <p className="quiet">{t('More will appear as you translate these.')}</p>}
      <ImagesWithoutText language={language} />
    </nav>
  )
}

/** Links to the media library, where the texts of images are edited. */
function ImagesWithoutText({ language }: { language: string }) {
  const t = useWords()
  const images = useImagesWithoutText(language)
  if (images === 0) return null
  return (
    <p>
      <Link to={`/media?missing=${language}`}>
        {t.count(images, '{count} image without text', '{count} images without text')}
      </Link>
    </p>
  )
}

function Done({ language, languages }: { language: string; languages: readonly string[] }) {
  const t = useWords()
  const other = languages.find((one) => one !== language)
  return (
    <div className="empty">
      <h2>{t('{language} is complete', { language: languageName(t, language) })}</h2>
      {other !== undefined && (
        <LinkButton kind="primary" to={`/translations/${other}`}>
          {t('Continue with {language}', { language: languageName(t, other) })}
        </LinkButton>
      )}
    </div>
  )
}
