/**
 * What this node knows of `state.version` without asking for each request. Two times bound how stale that may be: what
 * was confirmed counts for `maxStalenessMs`, and the follower of the version confirms it several times within that.
 */

/** Milliseconds; a response is never staler than this, which leaves room below the second that we promise. */
const maxStalenessMs = 800

/**
 * A new era starts when the connection is lost or the version decreases (restore, failover), so that versions of
 * different histories are never equal.
 */
const eraSize = 2 ** 40

export const eraOf = (version: number): number => Math.floor(version / eraSize)

/** The number that the database itself has for a version. */
export const databaseVersionOf = (version: number): number => version % eraSize

interface Confirmation {
  readonly at: number
  readonly version: number
}

interface VersionTrackerOptions {
  /** Milliseconds that only go forward. */
  readonly clock: () => number
  /** Whether what this node has written, or heard of, counts at once or when it comes of age. */
  readonly readYourWrites: boolean
}

export class VersionTracker {
  private eras = 0
  private newest = -1
  private confirmations: Confirmation[] = []

  constructor(private readonly options: VersionTrackerOptions) {}

  /** A commit of our own, or one that another node tells of: what lies before it is past. */
  onNotification(version: number): void {
    this.newest = Math.max(this.newest, version)
  }

  /** Before the database is asked; what is returned takes its answer. */
  beginPoll(): (version: number) => void {
    const [at, eras, before] = [this.options.clock(), this.eras, this.newest]
    return (version) => {
      if (eras !== this.eras) return
      // A database that goes back has lost writes: it was restored, or another took over from it.
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

  /** The version that what is read now has to have; undefined where nothing was confirmed lately. */
  requiredVersion(): number | undefined {
    const since = this.options.clock() - maxStalenessMs
    this.confirmations = this.confirmations.filter(({ at }) => at >= since)
    const oldest = this.confirmations[0]
    return this.options.readYourWrites && oldest !== undefined ? this.newest : oldest?.version
  }

  /** The same as a name for what was read: once used, it never stands for anything else. */
  currentVersion(): number | undefined {
    const required = this.requiredVersion()
    return required === undefined ? undefined : this.eras * eraSize + required
  }
}
