import { calendarMounts } from '../api/mounts.ts'
import type { Config, Sources } from '../config.ts'
import { administrationUrl, passwordLinkUrl } from '../identity/administration-urls.ts'
import { version } from '../version.ts'
import type { Entrance } from './administrator.ts'
import { tellOperator } from './console.ts'
import { localOrigin } from './listening.ts'
import { databaseSettings, flagsAgain, linkSettings } from './settings.ts'

/** What somebody is told who has just started the service. */

interface Started {
  readonly port: number
  readonly config: Config
  readonly sources: Sources
}

export function printAddresses({ port, config, sources }: Started, first: Entrance): void {
  const site = config.publicUrl ?? localOrigin({ ...config, port })
  const base = `${site}${calendarMounts(config)[0]!.path}`
  tellOperator(`Calends ${version} is listening at ${base}`)
  if (config.pages) tellOperator(`Pages: ${site}${config.prefix}/`)
  tellOperator(`API reference: ${site}/docs`)
  tellOperator(`Administration: ${administrationUrl(site, config.prefix)}`)
  tellOperator(waysIn(first, { site, base, prefix: config.prefix }, commandsFor({ port, config, sources })))
}

type Commands = Readonly<Record<'password' | 'link', (name: string) => string>>

/** Commands for the same database and address as this service. */
function commandsFor({ port, sources }: Started): Commands {
  // Port 0 of the settings stands for the one that the service was given.
  const flags = sources.flags?.port ? { ...sources.flags, port: String(port) } : sources.flags
  const again = { ...sources, ...(flags && { flags }) }
  return {
    password: (name) => `calends user password ${name}${flagsAgain(again, databaseSettings)}`,
    link: (name) => `calends user password-link ${name}${flagsAgain(again, linkSettings)}`,
  }
}

function waysIn(
  first: Entrance,
  { site, base, prefix }: Record<'site' | 'base' | 'prefix', string>,
  { password, link }: Commands,
): string {
  if (first === undefined)
    return `Programs sign in with an application password:\n  ${password('NAME')}\nPeople choose their password with a link:\n  ${link('NAME')}`
  if (!('link' in first))
    return `Nobody has chosen a password for the administration yet; this prints a link to choose one:\n  ${link(first.name)}\nPrograms sign in with an application password:\n  ${password(first.name)}`
  return `Choose a password for the administration; this link works once, for a day:\n  ${passwordLinkUrl(site, prefix, first.link)}\nCreate a first event:\n  curl -u '${first.name}:${first.password}' ${base}/events -d title=Concert -d 'start_date=tomorrow 8pm' -d 'end_date=tomorrow 10pm'`
}
