export const translations = {}
