/** A member of a header such as `Accept`, with its weight (RFC 9110 12.4.2). */
export interface WeightedMember {
  readonly range: string
  readonly quality: number
}

export const weightedMembers = (header: string): WeightedMember[] =>
  header
    .toLowerCase()
    .split(',')
    .map((member) => {
      const [range = '', ...parameters] = member.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { range, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
