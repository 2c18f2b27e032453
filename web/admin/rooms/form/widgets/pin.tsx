import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useBody, useSite } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { Field, FieldError, Input } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { createPart } from '../../../parts/part.ts'
import { usePart } from '../../../parts/use-part.ts'
import { calendar } from '../../../service/service.ts'
import type { Venue } from '../../../service/types.ts'
import { useEntry, useForm } from '../form.tsx'
import { metresPerDegree, moved, type Place } from './place.ts'

const metresPerPixel = 2

const tileMap = createPart(() => import('./tile-map.tsx'), 'TileMap')

/** Starts near the other venues rather than in the ocean. */
function useNearby(isAsked: boolean): Place {
  const { data } = useBody<{ venues: Venue[] }>({
    queryKey: ['venues', 'nearby'],
    path: calendar('/venues'),
    query: { per_page: 1, geoloc: true },
    enabled: isAsked,
  })
  const [venue] = data?.venues ?? []
  return { lat: venue?.geo_lat ?? 0, lng: venue?.geo_lng ?? 0 }
}

const steps: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [10, 0],
  ArrowDown: [-10, 0],
  ArrowRight: [0, 10],
  ArrowLeft: [0, -10],
}

/**
 * A pin on map tiles if configured, otherwise on a plain plan that moves below it; moved by dragging or with the arrow
 * keys.
 */
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
  const box = useRef<HTMLDivElement>(null)
  /** Its button disappears, so the focus goes to the pin, or to the button that sets one. */
  const put = (next: Place | undefined) => {
    flushSync(() => onChange(next))
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div className="field" ref={box}>
      <span className="label" id={id}>
        {t('Pin on the map')}
      </span>
      {error !== undefined && <FieldError isAlert>{error}</FieldError>}
      {place === undefined ? (
        <Button icon="pin" onPress={() => put(nearby)}>
          {t('Set a pin')}
        </Button>
      ) : (
        <>
          <PlaceMap place={place} onChange={onChange} labelledBy={id} />
          <p className="field__hint" id={`${id}-place`}>
            {t('{place}. Drag the pin, or move it by 10 m with the arrow keys.', {
              place: `${place.lat}, ${place.lng}`,
            })}
          </p>
          <div className="row">
            <Button size="small" kind="quiet" onPress={() => put(undefined)}>
              {t('Remove the pin')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

interface MapProps {
  readonly place: Place
  readonly onChange: (place: Place) => void
  readonly labelledBy: string
}

function PlaceMap(props: MapProps) {
  const { map } = useSite()
  const { place, onChange } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(moved(place, ...by))
  }
  const plan = <Plan {...props} onKeyDown={onKeyDown} />
  if (map === undefined) return plan
  return <OnTiles place={place} onChange={onChange} onKeyDown={onKeyDown} otherwise={plan} />
}

function OnTiles({
  otherwise,
  ...props
}: Omit<MapProps, 'labelledBy'> & { onKeyDown: (event: KeyboardEvent) => void; otherwise: ReactNode }) {
  const t = useWords()
  const { value: TileMap } = usePart(tileMap)
  return TileMap === undefined ? otherwise : <TileMap {...props} label={t('Pin on the map')} />
}

function Plan({
  place,
  onChange,
  labelledBy,
  onKeyDown,
}: MapProps & { onKeyDown: (event: KeyboardEvent) => void }) {
  const from = useRef<{ x: number; y: number; place: Place }>(undefined)
  const drag = (event: PointerEvent) => {
    if (from.current === undefined) return
    const { x, y, place: first } = from.current
    onChange(moved(first, (event.clientY - y) * -metresPerPixel, (event.clientX - x) * metresPerPixel))
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
        onKeyDown={onKeyDown}
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

/** Returns both coordinates or none. */
function coordinatesIn(text: string): number[] {
  const parts = text.trim().split(/[,;\s]+/)
  const numbers = parts.map(Number).filter((number, place) => parts[place] !== '' && Number.isFinite(number))
  return parts.length === 2 && numbers.length === 2 ? numbers : []
}

/** The coordinates of the venue that is edited: both or none. */
export function PinWidget() {
  const t = useWords()
  const { editor } = useForm()
  const lat = useEntry<number | ''>('geo_lat')
  const lng = useEntry<number | ''>('geo_lng')
  const [typed, setTyped] = useState<string>()
  const [isUnread, setUnread] = useState(false)
  const isSet = typeof lat.value === 'number' && typeof lng.value === 'number'
  const place = isSet ? { lat: Number(lat.value), lng: Number(lng.value) } : undefined
  const type = (text: string) => {
    setTyped(text)
    setUnread(false)
    const [one, other] = coordinatesIn(text)
    if (other !== undefined) editor.set({ geo_lat: one, geo_lng: other })
  }
  const leave = () => {
    const isRead = typed === undefined || typed.trim() === '' || coordinatesIn(typed).length > 0
    setUnread(!isRead)
    if (isRead) setTyped(undefined)
  }
  return (
    <div className="halves">
      <Pin
        place={place}
        onChange={(next) => editor.set({ geo_lat: next?.lat ?? '', geo_lng: next?.lng ?? '' })}
      />
      <div id={lng.id}>
        <Field
          label={t('Coordinates')}
          help={t('Latitude and longitude, as copied from a map: 47.1349, 7.2480')}
          error={isUnread ? t('Enter two numbers separated by a comma.') : (lat.error ?? lng.error)}
          id={lat.id}
        >
          <Input
            value={typed ?? (place === undefined ? '' : `${place.lat}, ${place.lng}`)}
            onChange={type}
            onBlur={leave}
          />
        </Field>
      </div>
    </div>
  )
}
