import { partsOfWall } from '../../../parts/spoken.ts'
import { isEmpty, type Values } from '../values.ts'

type Moment = 'start_date' | 'end_date'

const moments: readonly Moment[] = ['start_date', 'end_date']

/** The moments with a day but no time, which the service would take as midnight, although nobody typed that. */
export const lackingTimes = (values: Values): Moment[] =>
  String(values.all_day) === 'true'
    ? []
    : moments.filter((name) => !isEmpty(values[name]) && partsOfWall(String(values[name])).time === '')
