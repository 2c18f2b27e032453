import type { Words } from '../../locales/index.ts'

/** The messages of a form that do not come from the service. */
export const editorMessages = (t: Words) => ({
  lacking: t('Fill in this field.'),
  unconfirmed: t(
    'The response to an earlier save was lost more than a day ago, so it may or may not be stored. Check what is stored, then save again.',
  ),
})
