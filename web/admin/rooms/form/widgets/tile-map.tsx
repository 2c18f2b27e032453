import * as leaflet from 'leaflet'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { escaped } from '../../../../map/attribution.ts'
import { useSite } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { rounded, type Place } from './place.ts'

/** A pin on the configured map tiles, moved by dragging or with the arrow keys as on the plain plan. */

interface TileMapProps {
  readonly place: Place
  readonly onChange: (place: Place) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly label: string
}

export function TileMap({ place, onChange, onKeyDown, label }: TileMapProps) {
  const t = useWords()
  const { map: tiles } = useSite()
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ map: leaflet.Map; marker: leaflet.Marker }>(undefined)
  const latest = useRef({ place, onChange })
  latest.current = { place, onChange }
  useEffect(() => {
    const { lat, lng } = latest.current.place
    const map = leaflet.map(box.current!, { scrollWheelZoom: false, keyboard: false, zoomControl: false })
    map.setView([lat, lng], 16, { animate: false })
    leaflet.control.zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(map)
    map.attributionControl.setPrefix(false)
    leaflet.tileLayer(tiles!.tiles, { attribution: escaped(tiles!.attribution), maxZoom: 19 }).addTo(map)
    const icon = leaflet.divIcon({ className: 'map-pin', html: '', iconSize: [44, 44] })
    const marker = leaflet.marker([lat, lng], { icon, draggable: true, title: label }).addTo(map)
    marker.getElement()?.setAttribute('aria-label', label)
    marker.on('dragend', () => {
      const at = marker.getLatLng()
      latest.current.onChange(rounded(at))
    })
    drawn.current = { map, marker }
    return () => void map.remove()
  }, [tiles, label, t])
  useEffect(() => {
    const at: leaflet.LatLngTuple = [place.lat, place.lng]
    drawn.current?.marker.setLatLng(at)
    if (drawn.current?.map.getBounds().pad(-0.1).contains(at) === false) drawn.current.map.panTo(at)
  }, [place.lat, place.lng])
  return <div className="map map--tiles" ref={box} onKeyDown={onKeyDown} />
}
