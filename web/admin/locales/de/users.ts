export const users = {}
