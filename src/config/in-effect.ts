import { describeConfig, keys, settings, shownValue, type Config, type Key, type Sources } from '../config.ts'

/** What administrators have set, as text, by the names of settings. */
export type StoredSettings = ReadonlyMap<string, string>

export interface SettingInEffect {
  readonly key: Key
  readonly name: string
  readonly value: string
  /** `administration`, or what `DescribedSetting` has. */
  readonly origin: string
  /** Whether administrators may change it; what an operator has set is final. */
  readonly isOpen: boolean
}

export interface SettingsInEffect {
  /** One object for the whole service, whose changeable members always have their newest value. */
  readonly config: Config
  /** Resolves when it is as new as the committed data. */
  refresh(): Promise<void>
  /** The settings as they are once these are stored. */
  with(stored: StoredSettings): Config
  describe(stored: StoredSettings): SettingInEffect[]
}

export interface SettingsOptions {
  readonly config: Config
  readonly sources: Sources
  readonly read: () => Promise<StoredSettings>
  /** The version of the committed data; undefined if that is not known just now. */
  readonly version: () => number | undefined
  /** What was read last stays in effect while the database cannot be read. */
  readonly isUnavailable: (error: unknown) => boolean
}

export function createSettings({
  config,
  sources,
  read,
  version,
  isUnavailable,
}: SettingsOptions): SettingsInEffect {
  const origins = new Map(describeConfig(config, sources).map(({ name, origin }) => [name, origin]))
  const open = keys.filter((key) => settings[key].changeable && origins.get(settings[key].name) === 'default')
  const live = { ...config }
  let current: number | undefined
  let isRead = false
  let reading: Promise<boolean> | undefined

  function withStored(stored: StoredSettings): Config {
    const values = open.map((key) => [key, valueOf(key, stored) ?? config[key]])
    const next = { ...config, ...Object.fromEntries(values) } as Config
    // An operator may have lowered the maximum since.
    return { ...next, perPage: Math.min(next.perPage, next.maxPerPage) }
  }

  /** The version is taken before what it tells of is read, so what is read is at least as new. */
  async function load(next: number | undefined): Promise<boolean> {
    try {
      Object.assign(live, withStored(await read()))
      isRead = true
      current = next
      return true
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return false
    }
  }

  const isCurrent = () => {
    const now = version()
    return now === undefined ? isRead : now === current
  }

  return {
    config: live,
    async refresh() {
      while (!isCurrent()) {
        reading ??= load(version()).finally(() => (reading = undefined))
        if (!(await reading)) return
      }
    },
    with: withStored,
    describe(stored) {
      const effective = withStored(stored)
      return keys.map((key) => {
        const { name } = settings[key]
        const isOpen = open.includes(key)
        const isStored = isOpen && valueOf(key, stored) !== undefined
        const origin = isStored ? 'administration' : origins.get(name)!
        return { key, name, value: shownValue(effective, key), origin, isOpen }
      })
    },
  }
}

/** A text that an older or newer version has stored may not be readable any more. */
function valueOf(key: Key, stored: StoredSettings): unknown {
  const { name, changeable } = settings[key]
  const text = stored.get(name)
  return text === undefined ? undefined : changeable?.read(text)
}
