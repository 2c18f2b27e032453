export const media = {}
