import { aliasesAmong, calendarMounts } from '../../api/mounts.ts'
import type { Config } from '../../config.ts'
import type { Links } from '../../resources/resource.ts'
import { rootLink, type Headers } from './headers.ts'

/**
 * Headers with which pages announce the API; with an alias, also those that clients of The Events Calendar look for.
 */
export function apiLocation({ site }: Links, config: Config): Headers {
  const mounts = calendarMounts(config)
  const [alias] = aliasesAmong(mounts)
  return {
    'x-cal-api-version': 'v1',
    'x-cal-api-root': `${site}${mounts[0]!.path}`,
    'x-cal-api-origin': site,
    ...(alias && {
      'x-tec-api-version': 'v1',
      'x-tec-api-root': `${site}${alias.path}/`,
      'x-tec-api-origin': site,
      link: rootLink({ site }, alias),
    }),
  }
}
