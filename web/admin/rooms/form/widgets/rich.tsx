import { useWords } from '../../../app/words.tsx'
import { FieldError } from '../../../parts/field.tsx'
import { createPart } from '../../../parts/part.ts'
import { usePart } from '../../../parts/use-part.ts'
import { errorIdOf, useErrors } from '../form.tsx'
import { helpOf, labelOf } from '../labels.ts'
import { PlainPanes } from '../rich/plain-panes.tsx'
import type { WidgetProps } from './plain.tsx'

const panes = createPart(() => import('../rich/rich-panes.tsx'), 'RichPanes')

/** Rich text. The editor is loaded on demand, because no other room needs it. */
export function RichWidget({
  field,
  // The description stands in a section of that name.
  isLabelled = field.name !== 'description',
}: WidgetProps & { isLabelled?: boolean }) {
  const t = useWords()
  const label = labelOf(t, field)
  const error = useErrors(field.name)
  const help = helpOf(t, field.name)
  return (
    <div className="field" role="group" aria-label={label}>
      {isLabelled && <span className="label">{label}</span>}
      {help !== undefined && <p className="field__hint">{help}</p>}
      {error !== '' && <FieldError id={errorIdOf(field.name)}>{error}</FieldError>}
      <Panes name={field.name} label={label} />
    </div>
  )
}

function Panes(props: { name: string; label: string }) {
  const { value: RichPanes, hasFailed } = usePart(panes)
  if (hasFailed) return <PlainPanes {...props} />
  if (RichPanes === undefined) return <div className="rich rich--waiting" aria-busy="true" />
  return <RichPanes {...props} />
}
