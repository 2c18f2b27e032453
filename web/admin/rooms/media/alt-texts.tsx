import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTypedFields } from '../../app/typed-fields.ts'
import { useWords } from '../../app/words.tsx'
import { FieldConflicts, changedMeanwhile } from '../../parts/field-conflicts.tsx'
import { useFieldSaving } from '../../parts/field-saving.ts'
import { FieldSet, FieldError, Input } from '../../parts/field.tsx'
import { LanguageMark, languageName, meaningOf, type Completeness } from '../../parts/language-marks.tsx'
import { useFieldWriting } from '../../parts/writing-fields.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

/** The first text written is the original. */
export function altCompleteness(
  { alt_texts }: Pick<LibraryImage, 'alt_texts'>,
  language: string,
): Completeness {
  if (alt_texts[language] === undefined) return 'missing'
  return Object.keys(alt_texts)[0] === language ? 'original' : 'done'
}

/** The alternative texts, one field per language; saved on blur or Enter. */
export function AltTexts({
  image,
  languages,
  isReadOnly = false,
  asksText = false,
}: {
  image: LibraryImage
  languages: readonly string[]
  isReadOnly?: boolean
  /** Whether the first field gets the focus. */
  asksText?: boolean
}) {
  const t = useWords()
  return (
    <FieldSet
      label={t('What it shows')}
      help={t('For people who cannot see it. One sentence, without “image of”.')}
    >
      <div className="tongues">
        {languages.map((language, index) => (
          <AltText
            key={`${image.id} ${language}`}
            image={image}
            language={language}
            isReadOnly={isReadOnly}
            autoFocus={asksText && index === 0}
          />
        ))}
      </div>
    </FieldSet>
  )
}

function AltText({
  image,
  language,
  isReadOnly,
  autoFocus,
}: {
  image: LibraryImage
  language: string
  isReadOnly: boolean
  autoFocus: boolean
}) {
  const t = useWords()
  const id = useId()
  const write = useFieldWriting<LibraryImage>(admin(`/media/${image.id}`))
  const client = useQueryClient()
  const saving = useFieldSaving<{ alt: string }>()
  const messages = useMessages()
  const stored = image.alt_texts[language] ?? ''
  const typed = useTypedFields(`media/${image.id}/${language}`, { alt: stored })
  const text = typed.values.alt
  const is = altCompleteness(image, language)
  const save = (alt: string, base: string, undo?: () => void) =>
    saving.save('alt', alt, async () => {
      const isSaved = await write({
        body: { alt, ml_language: language },
        valueOf: ({ alt_texts }) => alt_texts[language] ?? '',
        value: alt,
        base,
      })
      if (isSaved) typed.confirm({ alt })
      await client.invalidateQueries({ queryKey: ['media'] })
      typed.settle()
      if (isSaved) messages.say(t('Saved.'), undo)
      else messages.say(changedMeanwhile(t, languageName(t, language)))
    })
  const leave = () => {
    const { alt = stored } = saving.pending
    if (typed.conflicts.length > 0) return
    if (text !== alt) save(text, typed.baseOf('alt'), () => save(stored, text))
    else if (text === stored) typed.discard('alt')
  }
  const error = saving.fields.alt ?? saving.problem?.message
  return (
    <div className="tongue">
      <label htmlFor={id}>
        <span className="unseen">
          {t('Image text in {language}, {state}', {
            language: languageName(t, language),
            state: meaningOf(t, is),
          })}
        </span>
        <LanguageMark language={language} is={is} />
      </label>
      <Input
        id={id}
        lang={language}
        value={text}
        readOnly={isReadOnly}
        autoFocus={autoFocus}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(next) => typed.type('alt', next)}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
      />
      {error !== undefined && (
        <FieldError id={`${id}-error`} isAlert>
          {error}
        </FieldError>
      )}
      {text !== stored && <p className="quiet">{t('Not saved yet; kept in this browser')}</p>}
      <FieldConflicts
        typed={typed}
        labelOf={() => languageName(t, language)}
        storedOf={() => stored}
        onKeep={() => save(text, stored, () => save(stored, text))}
      />
    </div>
  )
}
