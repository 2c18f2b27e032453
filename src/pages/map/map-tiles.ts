import type { PageContext } from '../context.ts'
import { dataScript, html, type SafeHtml } from '../parts/html.ts'
import type { PlannedPlace } from './plan.ts'

/**
 * Data for the script that replaces the drawn plan by a map, if the operator has configured tiles (CALENDS_MAP_TILES).
 */
export function mapOfTiles(context: PageContext, places: readonly PlannedPlace[]): SafeHtml | undefined {
  const { asset, assets, config, words } = context
  const { mapTiles: tiles, mapAttribution: attribution } = config
  if (tiles === undefined || places.length === 0) return undefined
  const data = {
    tiles,
    attribution,
    places,
    zoomIn: words('Zoom in'),
    zoomOut: words('Zoom out'),
  }
  return html`<link rel="stylesheet" href="${asset(assets.mapStyle)}">
    <script type="module" src="${asset(assets.mapScript)}"></script>
    ${dataScript('application/json', data, 'map-places')}`
}
