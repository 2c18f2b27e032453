export const form = {}
