/** A point in degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

export const metresPerDegree = 111_320

/** Moves a point by metres to the north and east; five decimals are about one metre. */
export function moved({ lat, lng }: Place, north: number, east: number): Place {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  const widthOfDegree = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return { lat: round(lat + north / metresPerDegree), lng: round(lng + east / widthOfDegree) }
}
