import { useWords } from '../../app/words.tsx'
import { Icon } from '../../parts/icon.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import type { StoredImage } from '../../service/types.ts'
import { lackingTimes } from './dates/lacking.ts'
import { goTo } from './failed.tsx'
import { idOf, useForm, useFormState } from './form.tsx'
import { useNeighbours } from './neighbours.ts'
import { titleFields } from './schema.ts'
import { isEmpty, keyOf } from './values.ts'

interface Task {
  /** `must` prevents saving, `should` is recommended, `done` is complete. */
  readonly is: 'must' | 'should' | 'done'
  readonly text: string
  /** Key of the field to link to. */
  readonly key?: string
}

function useTranslationTasks(): Task[] {
  const t = useWords()
  const { kind, languages } = useForm()
  const { values, original, stored } = useFormState()
  const title = titleFields[kind]
  return languages
    .filter((language) => language !== original)
    .flatMap((language): Task[] => {
      const name = languageName(t, language)
      const key = keyOf(title, language)
      if (isEmpty(values[key]))
        return [{ is: 'should', text: t('Text in {language}', { language: name }), key }]
      const outdated = stored?.resource.translations[language]?.outdated_fields
      if (outdated === undefined) return []
      const first = keyOf(outdated[0] ?? title, language)
      return [
        { is: 'should', text: t('{language} is older than the original', { language: name }), key: first },
      ]
    })
}

function useEventTasks(): Task[] {
  const t = useWords()
  const { kind } = useForm()
  const { values, stored } = useFormState()
  const { twins } = useNeighbours()
  if (kind !== 'events') return []
  const image = stored?.resource.image as StoredImage | false | undefined
  const lacksText = image !== undefined && image !== false && !image.alt
  const list = (isThere: boolean, task: Task): Task[] => (isThere ? [task] : [])
  return [
    ...list(isEmpty(values.start_date), { is: 'must', text: t('Start and end'), key: 'start_date' }),
    ...lackingTimes(values).map((name): Task => ({
      is: 'must',
      text: t(name === 'start_date' ? 'Start time' : 'End time'),
      key: `${name}-time`,
    })),
    ...list(isEmpty(values.venue), { is: 'should', text: t('Venue'), key: 'venue' }),
    ...list(isEmpty(values.categories), { is: 'should', text: t('Category'), key: 'categories' }),
    ...list(lacksText, { is: 'should', text: t('Image text'), key: 'image' }),
    ...twins.map((twin): Task => ({
      is: 'should',
      text: t('Possible duplicate of “{title}”', { title: twin.title }),
    })),
    ...list(twins.length === 0 && !isEmpty(values.start_date), { is: 'done', text: t('No duplicate found') }),
  ]
}

/** A checklist of missing values, required ones first. */
export function Missing() {
  const t = useWords()
  const { kind } = useForm()
  const { values, original } = useFormState()
  const title = titleFields[kind]
  const titleTask: Task = {
    is: isEmpty(values[title]) ? 'must' : 'done',
    text: t(kind === 'events' ? 'Title in {language}' : 'Name in {language}', {
      language: languageName(t, original),
    }),
    key: title,
  }
  const tasks = [titleTask, ...useEventTasks(), ...useTranslationTasks()]
  const order = ['must', 'should', 'done']
  return (
    <section className="panel" aria-labelledby="missing">
      <h2 id="missing">{t('Checks')}</h2>
      <ul className="todo">
        {tasks
          .sort((one, other) => order.indexOf(one.is) - order.indexOf(other.is))
          .map(({ is, text, key }) => (
            <li key={text} data-is={is}>
              <Icon name={is === 'done' ? 'check' : is === 'must' ? 'warning' : 'info'} />
              {key === undefined || is === 'done' ? (
                <span>
                  {is === 'done' && <span className="unseen">{t('Done:')} </span>}
                  {text}
                </span>
              ) : (
                <a href={`#${idOf(key)}`} onClick={(event) => goTo(event, key)}>
                  {text}
                </a>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
