/** Where something is. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

export const metresPerDegree = 111_320

/** So many metres to the north and to the east; five decimals are one metre. */
export function moved({ lat, lng }: Place, north: number, east: number): Place {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const widthOfDegree = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lat: round(lat + north / metresPerDegree), lng: round(lng + east / widthOfDegree) }
}
