export const history = {}
