import { useState } from 'react'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import type { Text } from '../../../locales/index.ts'
import { Button } from '../../../parts/button.tsx'
import { Field, Input } from '../../../parts/field.tsx'
import { ServiceError } from '../../../service/errors.ts'
import { calendar } from '../../../service/service.ts'
import { useFormState } from '../form.tsx'
import { isEmpty } from '../values.ts'
import { Pin } from './pin.tsx'
import type { Place } from './place.ts'

/** A venue or an organizer made beside the event, with what is known at once; the rest has a form of its own. */

type LinkedKind = 'venues' | 'organizers'

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

const words: Readonly<Record<LinkedKind, { title: Text; create: Text }>> = {
  venues: { title: 'New venue', create: 'Create venue' },
  organizers: { title: 'New organizer', create: 'Create organizer' },
}

/** Makes it, and says what is wrong with it otherwise. */
function useCreating(kind: LinkedKind, onCreated: (id: number, name: string) => void) {
  const t = useWords()
  const service = useService()
  const { original } = useFormState()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const create = async (values: Readonly<Record<string, unknown>>) => {
    setBusy(true)
    try {
      const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
      const query = { ml_language: original }
      const { body } = await service.write<{ id: number }>('POST', calendar(`/${kind}`), sent, { query })
      onCreated(body.id, String(sent[asked[kind][0]![0]]))
    } catch (error) {
      const isRefused = error instanceof ServiceError
      const named = isRefused ? error.fields : {}
      const sentence = isRefused ? error.message : t('The service did not answer.')
      setErrors(Object.keys(named).length > 0 ? named : { [asked[kind][0]![0]]: sentence })
    } finally {
      setBusy(false)
    }
  }
  return { create, errors, isBusy }
}

export function NewLinked({
  kind,
  name,
  onCreated,
  onCancel,
}: {
  kind: LinkedKind
  name: string
  onCreated: (id: number, name: string) => void
  onCancel: () => void
}) {
  const t = useWords()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ [asked[kind][0]![0]]: name })
  const [place, setPlace] = useState<Place>()
  const { create, errors, isBusy } = useCreating(kind, onCreated)
  const all = { ...values, ...(place && { geo_lat: place.lat, geo_lng: place.lng }) }
  return (
    <div className="box stack" role="group" aria-labelledby={`new-${kind}`}>
      <h3 id={`new-${kind}`}>{t(words[kind].title)}</h3>
      <div className="halves">
        <div className="stack">
          {asked[kind].map(([field, label], index) => (
            <Field key={field} label={t(label)} error={errors[field]}>
              <Input
                value={values[field] ?? ''}
                autoFocus={index === 1}
                autoComplete="off"
                onChange={(value) => setValues({ ...values, [field]: value })}
              />
            </Field>
          ))}
        </div>
        {kind === 'venues' && <Pin place={place} onChange={setPlace} error={errors.geo_lat} />}
      </div>
      <div className="row">
        <Button isBusy={isBusy} onPress={() => void create(all)}>
          {t(words[kind].create)}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
