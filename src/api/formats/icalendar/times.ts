import type { Wall } from '../../../time/index.ts'

/** `20261209T183000` */
export const compactWall = (wall: Wall): string => wall.replaceAll(/[-:]/g, '').replace(' ', 'T')

/** `20261209` */
export const compactDay = (wall: Wall): string => wall.slice(0, 10).replaceAll('-', '')
