import { useQuery } from '@tanstack/react-query'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { useDebounced } from '../../../parts/debounced.ts'
import { Input } from '../../../parts/field.tsx'
import { ServiceError } from '../../../service/errors.ts'
import { calendar } from '../../../service/service.ts'
import { useForm, useFormState, useText } from '../form.tsx'
import { labelOf } from '../labels.ts'
import { titleFields } from '../schema.ts'
import { slugOf } from '../slug.ts'
import { keyIn } from '../values.ts'
import type { WidgetProps } from './plain.tsx'
import { typingOf } from './typing.ts'
import { LanguageFields } from './language-fields.tsx'

/** The next free slug; undefined while the one entered is free. */
function useTaken(slug: string, isChanged: boolean): string | undefined {
  const service = useService()
  const { kind } = useForm()
  const { id } = useFormState()
  const asked = useDebounced(slug)
  const isTaken = async (one: string) => {
    try {
      const path = calendar(`/${kind}/by-slug/${encodeURIComponent(one)}`)
      return (await service.read<{ id: number }>(path)).body.id !== id
    } catch (error) {
      if (error instanceof ServiceError) return error.status === 403
      throw error
    }
  }
  const { data } = useQuery({
    queryKey: [kind, 'slug', asked, id],
    enabled: isChanged && asked !== '' && asked === slug && kind !== 'categories' && kind !== 'tags',
    retry: false,
    queryFn: async () => {
      if (!(await isTaken(asked))) return null
      for (let number = 2; number < 20; number += 1)
        if (!(await isTaken(`${asked}-${number}`))) return `${asked}-${number}`
      return null
    },
  })
  return isChanged && asked === slug ? (data ?? undefined) : undefined
}

/** The slug follows the title until it is edited or the resource is published. */
export function SlugWidget({ field }: WidgetProps) {
  const t = useWords()
  const { stored } = useFormState()
  return (
    <LanguageFields
      name={field.name}
      label={labelOf(t, field)}
      help={t('If empty, it is formed from the title or name.')}
      hint={stored && <p className="field__hint">{stored.resource.url}</p>}
    >
      {(language) => <SlugOf language={language} name={field.name} />}
    </LanguageFields>
  )
}

function SlugOf({ language, name }: { language: string; name: string }) {
  const t = useWords()
  const { kind, editor } = useForm()
  const { original } = useFormState()
  const { value, set, error, id } = useText(name, language)
  const title = useText(titleFields[kind], language)
  const key = keyIn(name, language, original)
  const free = useTaken(value, editor.changed().includes(key))
  return (
    <div>
      <Input
        id={id}
        value={value}
        placeholder={slugOf(title.value)}
        {...typingOf(name)}
        aria-invalid={error !== undefined || free !== undefined || undefined}
        onChange={set}
      />
      {free !== undefined && (
        <p className="field__error">
          {t('This address is already taken. “{slug}” is free.', { slug: free })}{' '}
          <button type="button" className="link" onClick={() => set(free)}>
            {t('Use it')}
          </button>
        </p>
      )}
    </div>
  )
}
