import * as leaflet from 'leaflet'
import { escaped } from './attribution.ts'
import './map.css'

/** Replaces the server-rendered plan by a map of the same size; the list next to it is unchanged. */

interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly number: number
  readonly name: string
  readonly address: string
}

interface MapData {
  readonly tiles: string
  readonly attribution: string
  readonly places: readonly Place[]
  readonly zoomIn: string
  readonly zoomOut: string
}

/** Set as text, because names are user content. */
function pin({ number, name }: Place): leaflet.DivIcon {
  const content = document.createElement('span')
  content.className = 'place-num'
  content.textContent = String(number)
  content.title = name
  return leaflet.divIcon({ html: content, className: 'map-pin', iconSize: [28, 28] })
}

function addPlace(map: leaflet.Map, place: Place): void {
  const marker = leaflet.marker([place.latitude, place.longitude], {
    icon: pin(place),
    alt: `${place.number} ${place.name}`,
    title: place.name,
  })
  marker.on('click', () => location.assign(place.address))
  marker.on('keypress', ({ originalEvent }) => {
    if (originalEvent.key === 'Enter') location.assign(place.address)
  })
  marker.addTo(map)
  const element = marker.getElement()!
  element.lang = document.documentElement.lang
  element.setAttribute('aria-label', `${place.number} ${place.name}`)
}

function show(frame: HTMLElement, { tiles, attribution, places, zoomIn, zoomOut }: MapData): void {
  const box = document.createElement('div')
  box.className = 'map-box'
  box.setAttribute('role', 'group')
  const drawn = frame.querySelector('svg')!
  box.lang = drawn.closest('[lang]')!.getAttribute('lang')!
  box.setAttribute('aria-label', drawn.getAttribute('aria-label')!)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  frame.replaceChildren(box)
  const map = leaflet.map(box, {
    scrollWheelZoom: false,
    zoomControl: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
  })
  leaflet.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map)
  map.attributionControl.setPrefix(false)
  leaflet.tileLayer(tiles, { attribution: escaped(attribution), maxZoom: 19 }).addTo(map)
  map.fitBounds(leaflet.latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude])), {
    padding: [40, 40],
    maxZoom: 16,
    animate: false,
  })
  // Markers are added after the view is set.
  for (const place of places) addPlace(map, place)
}

const data = document.querySelector('#map-places')
const frame = document.querySelector<HTMLElement>('[data-map]')
if (data !== null && frame !== null) show(frame, JSON.parse(data.textContent) as MapData)
