import { describeConfig, keys, settings, shownValue, type Config, type Key, type Sources } from '../config.ts'

/** Settings stored by administrators, as text, by name. */
export type StoredSettings = ReadonlyMap<string, string>

export interface SettingInEffect {
  readonly key: Key
  readonly name: string
  readonly value: string
  /** `administration`, or an origin of `DescribedSetting`. */
  readonly origin: string
  /** Whether administrators may change the setting; they may not if the operator has set it. */
  readonly isOpen: boolean
}

export interface SettingsInEffect {
  /** A single object for the whole service; its changeable members are updated in place. */
  readonly config: Config
  /** Resolves when the settings are at least as new as the committed data. */
  refresh(): Promise<void>
  /** Returns the settings that would be effective if these were stored. */
  with(stored: StoredSettings): Config
  describe(stored: StoredSettings): SettingInEffect[]
}

interface SettingsOptions {
  readonly config: Config
  readonly sources: Sources
  readonly read: () => Promise<StoredSettings>
  /** The version of the committed data; undefined while it is unknown. */
  readonly version: () => number | undefined
  /** Whether the database cannot be read; the settings read last remain in effect then. */
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
  const changeableKeys = keys.filter(
    (key) => settings[key].changeable && origins.get(settings[key].name) === 'default',
  )
  const live = { ...config }
  let current: number | undefined
  let isRead = false
  let reading: Promise<boolean> | undefined

  function withStored(stored: StoredSettings): Config {
    const values = changeableKeys.map((key) => [key, valueOf(key, stored) ?? config[key]])
    const next = { ...config, ...Object.fromEntries(values) } as Config
    // The operator may have lowered the maximum since the value was stored.
    return { ...next, perPage: Math.min(next.perPage, next.maxPerPage) }
  }

  /** The version is read before the settings, so that the settings are at least as new. */
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
        const isOpen = changeableKeys.includes(key)
        const isStored = isOpen && valueOf(key, stored) !== undefined
        const origin = isStored ? 'administration' : origins.get(name)!
        return { key, name, value: shownValue(effective, key), origin, isOpen }
      })
    },
  }
}

/** Returns undefined for a text that this version cannot parse, because another version may have stored it. */
function valueOf(key: Key, stored: StoredSettings): unknown {
  const { name, changeable } = settings[key]
  const text = stored.get(name)
  return text === undefined ? undefined : changeable?.read(text)
}
