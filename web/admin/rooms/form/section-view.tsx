import { useWords } from '../../app/words.tsx'
import type { FilledSection } from './sections.ts'
import { widgetOf } from './widgets/index.ts'

export function SectionView({ section: { id, title, fields } }: { section: FilledSection }) {
  const t = useWords()
  const body = fields.map((field) => {
    const Widget = widgetOf(field)
    return <Widget key={field.name} field={field} />
  })
  if (title === undefined) return <div className="section">{body}</div>
  return (
    <section className="section" aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`}>{t(title)}</h2>
      {body}
    </section>
  )
}
