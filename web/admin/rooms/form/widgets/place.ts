/** A point in degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

export const metresPerDegree = 111_320

/** Five decimals are about one metre. */
export function rounded({ lat, lng }: Place): Place {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return { lat: round(lat), lng: round(lng) }
}

/** Moves a point by metres to the north and east. */
export function moved({ lat, lng }: Place, north: number, east: number): Place {
  const widthOfDegree = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return rounded({ lat: lat + north / metresPerDegree, lng: lng + east / widthOfDegree })
}
