export const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id)
