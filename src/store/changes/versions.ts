/**
 * What this node knows of `state.version` without asking for each request. Two times bound how stale that may be: what
 * was confirmed counts for `trusted`, and whoever follows the version confirms it several times within that.
 */

/** Milliseconds; an answer is never staler than this, which leaves room below the second that we promise. */
const trusted = 800

/** Versions of different eras are never equal, whatever number a database comes back with. */
const era = 2 ** 40

export const eraOf = (version: number): number => Math.floor(version / era)

/** The number that the database itself has for a version. */
export const versionIn = (version: number): number => version % era

interface Confirmation {
  readonly at: number
  readonly version: number
}

export interface VersionsOptions {
  /** Milliseconds that only go forward. */
  readonly clock: () => number
  /** Whether what this node has written, or heard of, counts at once or when it comes of age. */
  readonly readYourWrites: boolean
}

export class Versions {
  private eras = 0
  private newest = -1
  private confirmations: Confirmation[] = []

  constructor(private readonly options: VersionsOptions) {}

  /** A commit of our own, or one that another node tells of: what lies before it is past. */
  heard(version: number): void {
    this.newest = Math.max(this.newest, version)
  }

  /** Before the database is asked; what is returned takes its answer. */
  asking(): (version: number) => void {
    const [at, eras, before] = [this.options.clock(), this.eras, this.newest]
    return (version) => {
      if (eras !== this.eras) return
      // A database that goes back has lost writes: it was restored, or another took over from it.
      if (version < before) this.lost()
      this.heard(version)
      this.confirmations.push({ at, version })
    }
  }

  /** Nobody tells us of versions any more, and what comes next may be another history. */
  lost(): void {
    this.eras += 1
    this.newest = -1
    this.confirmations = []
  }

  /** The version that what is read now has to have; undefined where nothing was confirmed lately. */
  required(): number | undefined {
    const since = this.options.clock() - trusted
    this.confirmations = this.confirmations.filter(({ at }) => at >= since)
    const oldest = this.confirmations[0]
    return this.options.readYourWrites && oldest !== undefined ? this.newest : oldest?.version
  }

  /** The same as a name for what was read: once used, it never stands for anything else. */
  current(): number | undefined {
    const required = this.required()
    return required === undefined ? undefined : this.eras * era + required
  }
}
