import { useRef } from 'react'
import { randomName } from '../../../app/random-name.ts'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import type { Text } from '../../../locales/index.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field, Input } from '../../../parts/field.tsx'
import { newNames } from '../../../parts/kind-names.ts'
import { languageName } from '../../../parts/language-marks.tsx'
import { useSaving } from '../../../parts/saving.ts'
import { calendar, type Asking } from '../../../service/service.ts'
import { useForm, useFormState, useSaveBlocked } from '../form.tsx'
import { bodiesOf, isEmpty, keyIn, pick, type Values } from '../values.ts'
import { typingOf } from './typing.ts'
import { Pin } from './pin.tsx'
import type { Place } from './place.ts'

/** Creates a venue or organizer next to the event, with the basic fields; the rest is edited in its own form. */

type LinkedKind = 'venues' | 'organizers'

/** An incomplete new resource. */
export interface BegunLinked {
  readonly values: Readonly<Record<string, string>>
  readonly place?: Place | undefined
}

export const beginLinked = (kind: LinkedKind, name: string): BegunLinked => ({
  values: { [asked[kind][0]![0]]: name },
})

const asked: Readonly<Record<LinkedKind, readonly (readonly [name: string, label: Text])[]>> = {
  venues: [
    ['venue', 'Name'],
    ['address', 'Street and number'],
    ['zip', 'Postcode'],
    ['city', 'Town'],
  ],
  organizers: [
    ['organizer', 'Name'],
    ['email', 'E-mail'],
    ['phone', 'Phone'],
    ['website', 'Website'],
  ],
}

const words: Readonly<Record<LinkedKind, { create: Text; first: Text }>> = {
  venues: {
    create: 'Create venue',
    first: 'Nothing is saved yet: first create this venue, or cancel it.',
  },
  organizers: {
    create: 'Create organizer',
    first: 'Nothing is saved yet: first create this organizer, or cancel it.',
  },
}

/** Creates the resource, or returns its errors. */
function useCreating(kind: LinkedKind, onCreated: (id: number, name: string) => void) {
  const service = useService()
  const { original } = useFormState()
  const saving = useSaving({ isRepeatable: true })
  const made = useRef<number>(undefined)
  const create = (values: Values) => {
    const bodies = bodiesOf(
      pick(
        values,
        Object.keys(values).filter((key) => !isEmpty(values[key])),
      ),
    )
    const idempotencyKey = randomName()
    const write = async (path: string, body: object, asking: Asking) =>
      (await service.write<{ id: number }>('POST', calendar(path), body, asking)).body.id
    void saving.run(async () => {
      // A retry after a rejected translation must not create a second resource.
      made.current ??= await write(`/${kind}`, bodies.original, {
        query: { ml_language: original },
        idempotencyKey,
      })
      for (const [language, body] of Object.entries(bodies.translations))
        await write(`/${kind}/${made.current}`, body, { query: { ml_language: language } })
      onCreated(made.current, String(values[asked[kind][0]![0]]))
    })
  }
  return { create, saving }
}

/** Asks for the name in every language of the form, because the event is read in each. */
function useAsked(kind: LinkedKind): readonly (readonly [key: string, label: string])[] {
  const t = useWords()
  const { languages } = useForm()
  const { original } = useFormState()
  const [[nameField, name], ...others] = asked[kind] as [
    readonly [string, Text],
    ...(readonly [string, Text])[],
  ]
  const names = languages.map(
    (language) =>
      [
        keyIn(nameField, language, original),
        t('{field} in {language}', { field: t(name), language: languageName(t, language) }),
      ] as const,
  )
  return [...names, ...others.map(([field, label]) => [field, t(label)] as const)]
}

export function NewLinked({
  kind,
  begun: { values, place },
  onChange,
  onCreated,
  onCancel,
}: {
  kind: LinkedKind
  begun: BegunLinked
  onChange: (begun: BegunLinked) => void
  onCreated: (id: number, name: string) => void
  onCancel: () => void
}) {
  const t = useWords()
  const { create, saving } = useCreating(kind, onCreated)
  const box = useRef<HTMLDivElement>(null)
  const isHeld = useSaveBlocked(true, box)
  const { fields: errors, problem, isBusy } = saving
  const all = { ...values, ...(place && { geo_lat: place.lat, geo_lng: place.lng }) }
  return (
    <div className="box stack" role="group" aria-labelledby={`new-${kind}`} ref={box}>
      <h3 id={`new-${kind}`}>{t(newNames[kind])}</h3>
      {problem && <Failure error={problem} />}
      <div className="halves" ref={saving.form}>
        <div
          className="stack"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            create(all)
          }}
        >
          {useAsked(kind).map(([field, label], index) => (
            <Field
              key={label}
              label={label}
              error={errors[field] ?? (isHeld && index === 0 ? t(words[kind].first) : undefined)}
            >
              <Input
                value={values[field] ?? ''}
                autoFocus={index === 1}
                autoComplete="off"
                {...typingOf(field)}
                onChange={(value) => onChange({ values: { ...values, [field]: value }, place })}
              />
            </Field>
          ))}
        </div>
        {kind === 'venues' && (
          <Pin place={place} onChange={(next) => onChange({ values, place: next })} error={errors.geo_lat} />
        )}
      </div>
      <div className="row">
        <Button isBusy={isBusy} onPress={() => create(all)}>
          {t(words[kind].create)}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
