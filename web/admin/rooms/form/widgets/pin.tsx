import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { FieldError } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { calendar } from '../../../service/service.ts'
import type { Venue } from '../../../service/types.ts'
import { useEntry, useForm, useFormState } from '../form.tsx'

/** Where a place is. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

const metresPerDegree = 111_320
const metresPerPixel = 2

/** So many metres to the north and to the east; five decimals are one metre. */
export function moved({ lat, lng }: Place, north: number, east: number): Place {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const widthOfDegree = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lat: round(lat + north / metresPerDegree), lng: round(lng + east / widthOfDegree) }
}

/** Near the other venues, because a pin that begins in the ocean is of no use. */
function useNearby(isAsked: boolean): Place {
  const service = useService()
  const { data } = useQuery({
    queryKey: ['venues', 'nearby'],
    enabled: isAsked,
    queryFn: async () => {
      const query = { per_page: 1, geoloc: true }
      const { body } = await service.read<{ venues: Venue[] }>(calendar('/venues'), { query })
      return body.venues
    },
  })
  const [venue] = data ?? []
  return { lat: venue?.geo_lat ?? 0, lng: venue?.geo_lng ?? 0 }
}

const steps: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [10, 0],
  ArrowDown: [-10, 0],
  ArrowRight: [0, 10],
  ArrowLeft: [0, -10],
}

/** A pin on a plain plan, which moves below it: dragged, or by arrow keys. */
export function Pin({
  place,
  onChange,
  error,
}: {
  place: Place | undefined
  onChange: (place: Place | undefined) => void
  error?: string | undefined
}) {
  const t = useWords()
  const id = useId()
  const nearby = useNearby(place === undefined)
  return (
    <div className="field">
      <span className="label" id={id}>
        {t('Pin on the map')}
      </span>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {place === undefined ? (
        <Button icon="pin" onPress={() => onChange(nearby)}>
          {t('Set a pin')}
        </Button>
      ) : (
        <>
          <Plan place={place} onChange={onChange} labelledBy={id} />
          <p className="field__hint" id={`${id}-place`}>
            {t('{place}. Drag, or arrow keys for 10 m.', { place: `${place.lat}, ${place.lng}` })}
          </p>
          <div className="row">
            <Button size="small" kind="quiet" onPress={() => onChange(undefined)}>
              {t('Remove the pin')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Plan({
  place,
  onChange,
  labelledBy,
}: {
  place: Place
  onChange: (place: Place) => void
  labelledBy: string
}) {
  const from = useRef<{ x: number; y: number; place: Place }>(undefined)
  const drag = (event: PointerEvent) => {
    if (from.current === undefined) return
    const { x, y, place: first } = from.current
    onChange(moved(first, (event.clientY - y) * -metresPerPixel, (event.clientX - x) * metresPerPixel))
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(moved(place, ...by))
  }
  const [x, y] = [-place.lng * metresPerDegree, place.lat * metresPerDegree].map(
    (metres) => (metres / metresPerPixel) % 28,
  )
  return (
    <div className="map" style={{ backgroundPosition: `${x}px ${y}px` }}>
      <button
        type="button"
        aria-labelledby={labelledBy}
        aria-describedby={`${labelledBy}-place`}
        onKeyDown={step}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY, place }
        }}
        onPointerMove={drag}
        onPointerUp={() => (from.current = undefined)}
      >
        <Icon name="pin" />
      </button>
    </div>
  )
}

/** The coordinates of the venue that is edited: both or none. */
export function PinWidget() {
  const t = useWords()
  const { editor } = useForm()
  const { errors } = useFormState()
  const lat = useEntry<number | ''>('geo_lat')
  const lng = useEntry<number | ''>('geo_lng')
  const [typed, setTyped] = useState<string>()
  const isSet = typeof lat.value === 'number' && typeof lng.value === 'number'
  const place = isSet ? { lat: Number(lat.value), lng: Number(lng.value) } : undefined
  const type = (text: string) => {
    setTyped(text)
    const [one, other] = text.split(/[,;\s]+/).map(Number)
    if (Number.isFinite(one) && Number.isFinite(other) && text.trim() !== '')
      editor.set({ geo_lat: one, geo_lng: other })
  }
  return (
    <div className="halves">
      <Pin
        place={place}
        error={errors.geo_lat ?? errors.geo_lng}
        onChange={(next) => editor.set({ geo_lat: next?.lat ?? '', geo_lng: next?.lng ?? '' })}
      />
      <div className="field">
        <label htmlFor={lat.id}>{t('Coordinates')}</label>
        <p className="field__hint">{t('Latitude and longitude, as maps copy them: 47.1349, 7.2480')}</p>
        <input
          className="input"
          id={lat.id}
          value={typed ?? (place === undefined ? '' : `${place.lat}, ${place.lng}`)}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(undefined)}
        />
      </div>
    </div>
  )
}
