import { mayEdit, useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Post, Self } from '../../service/types.ts'
import { useForm, useFormState } from './form.tsx'
import type { Stored } from './reading.ts'

/** Search and addresses lead to the form of everything, which not everybody may change (interface: Roles). */

export const isReadOnlyFor = (stored: Stored | undefined, self: Self): boolean =>
  stored !== undefined && !mayEdit(stored.resource as Partial<Post>, self)

/** Why nothing can be changed, with the way to what visitors see. */
export function ReadOnly() {
  const t = useWords()
  const self = useSelf()
  const { isReadOnly = false } = useForm()
  const { stored } = useFormState()
  if (!isReadOnly) return null
  const { author, url } = stored!.resource
  const reason =
    author === self.id
      ? t('This is published, so only editors can change it.')
      : t('This belongs to somebody else, so only editors can change it.')
  return <Notice title={reason} actions={<a href={url}>{t('Open the page')}</a>} />
}
