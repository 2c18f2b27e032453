/**
 * What this node knows of `state.version` without querying it for each request. A confirmed version is valid for
 * `maxStalenessMs`, and it is confirmed several times within that period.
 */

/** Maximum staleness of a response in milliseconds, which leaves a margin below the second that we promise. */
const maxStalenessMs = 800

/**
 * A new era starts when the connection is lost or the version decreases (restore, failover), so that versions of
 * different histories are never equal.
 */
const eraSize = 2 ** 40

export const eraOf = (version: number): number => Math.floor(version / eraSize)

/** The number of a version in the database itself. */
export const databaseVersionOf = (version: number): number => version % eraSize

interface Confirmation {
  readonly at: number
  readonly version: number
}

interface VersionTrackerOptions {
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
  /**
   * Whether versions that this node has written, or was notified of, are required at once; otherwise the oldest recent
   * confirmation is enough.
   */
  readonly readYourWrites: boolean
}

export class VersionTracker {
  private eras = 0
  private newest = -1
  private confirmations: Confirmation[] = []

  constructor(private readonly options: VersionTrackerOptions) {}

  /** A commit of this node, or one announced by another; earlier versions are outdated. */
  onNotification(version: number): void {
    this.newest = Math.max(this.newest, version)
  }

  /** Call before querying the version; the returned function takes the result. */
  beginPoll(): (version: number) => void {
    const [at, eras, before] = [this.options.clock(), this.eras, this.newest]
    return (version) => {
      if (eras !== this.eras) return
      // A version that decreases means lost writes: the database was restored, or another server took over.
      if (version < before) this.onDisconnect()
      this.onNotification(version)
      this.confirmations.push({ at, version })
    }
  }

  /** The connection was lost; the next version may belong to another history, for example after a failover. */
  onDisconnect(): void {
    this.eras += 1
    this.newest = -1
    this.confirmations = []
  }

  /** The version that reads must have reached; undefined without a recent confirmation. */
  requiredVersion(): number | undefined {
    const since = this.options.clock() - maxStalenessMs
    this.confirmations = this.confirmations.filter(({ at }) => at >= since)
    const oldest = this.confirmations[0]
    return this.options.readYourWrites && oldest !== undefined ? this.newest : oldest?.version
  }

  /** The required version as a cache key, which never denotes any other state of the data. */
  currentVersion(): number | undefined {
    const required = this.requiredVersion()
    return required === undefined ? undefined : this.eras * eraSize + required
  }
}
