import { monthly } from './programme/monthly.ts'
import { seasons } from './programme/seasons.ts'
import { stage } from './programme/stage.ts'
import { weekly } from './programme/weekly.ts'
import { yearly } from './programme/yearly.ts'
import type { Template } from './template.ts'

/** All events of the town. */
export const programme: readonly Template[] = [...weekly, ...monthly, ...stage, ...seasons, ...yearly]
