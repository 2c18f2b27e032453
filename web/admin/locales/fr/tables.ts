export const tables = {}
