/** Without imports, because browsers load it too. */

/**
 * A date whose UTC fields are a local time, `YYYY-MM-DD HH:MM:SS`, a day or a month. Days are read as UTC; with a `Z`, Safari
 * would not read them.
 */
export const wallDate = (wall: string): Date =>
  new Date(wall.length > 10 ? `${wall.replace(' ', 'T')}Z` : wall)
