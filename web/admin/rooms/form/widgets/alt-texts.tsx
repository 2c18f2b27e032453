import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { FieldSet } from '../../../parts/field.tsx'
import { LanguageMark, languageName } from '../../../parts/language-marks.tsx'
import { admin } from '../../../service/service.ts'
import { useForm, useFormState } from '../form.tsx'
import type { MediaImage } from './image.tsx'

/** What an image shows, per language. It belongs to the image, so it is stored as soon as the field is left. */
export function AltTexts({ image }: { image: MediaImage }) {
  const t = useWords()
  const { languages } = useForm()
  return (
    <FieldSet
      label={t('What it shows')}
      help={t('For people who do not see it. One sentence, no “image of”.')}
    >
      <div className="tongues">
        {languages.map((language) => (
          <AltText key={language} image={image} language={language} />
        ))}
      </div>
    </FieldSet>
  )
}

/** An image tells its text in the language that was written first, where there is none in the one asked for. */
function useAlt(image: MediaImage, language: string) {
  const service = useService()
  return useQuery({
    queryKey: ['media', image.id, 'alt', language],
    queryFn: async () => {
      const path = admin(`/media/${image.id}`)
      return (await service.read<MediaImage>(path, { query: { ml_language: language } })).body.alt ?? ''
    },
  })
}

function AltText({ image, language }: { image: MediaImage; language: string }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { original } = useFormState()
  const own = useAlt(image, language)
  const first = useAlt(image, original)
  const [typed, setTyped] = useState<string>()
  const isSame = language !== original && own.data === first.data
  const shown = typed ?? (isSame ? '' : (own.data ?? ''))
  const id = `alt-${language}`
  const store = async () => {
    if (typed === undefined || typed === own.data) return
    await service.write(
      'PATCH',
      admin(`/media/${image.id}`),
      { alt: typed },
      { query: { ml_language: language } },
    )
    await client.invalidateQueries({ queryKey: ['media', image.id, 'alt'] })
    setTyped(undefined)
  }
  const is = shown === '' ? 'missing' : language === original ? 'original' : 'done'
  return (
    <div className="tongue">
      <label htmlFor={id}>
        <span className="unseen">
          {t('Image text in {language}', { language: languageName(t, language) })}
        </span>
        <LanguageMark language={language} is={is} />
      </label>
      <input
        className="input"
        id={id}
        lang={language}
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void store()}
      />
    </div>
  )
}
