/** Without imports, because the administration loads it too. */

const endOfNight = '06:00'

/** Whether a local time, `YYYY-MM-DD HH:MM:SS`, is at night: what ends then belongs to the day before. */
export const isAtNight = (wall: string): boolean => wall.slice(11, 16) <= endOfNight
