import Sqlite from 'better-sqlite3'

interface Versions {
  read(): number
  committed(version: number): void
  close(): void
}

/** Reads use a second connection, because the writing connection would see its own uncommitted changes. */
export class VersionReader implements Versions {
  private readonly connection: Sqlite.Database
  private statement: Sqlite.Statement | undefined
  private known: number | undefined

  constructor(path: string) {
    this.connection = new Sqlite(path, { readonly: true })
  }

  /**
   * What one callback of the event loop asks more than once is read once. A later callback reads it again, because
   * another process may have committed before the request that it answers was sent.
   */
  read(): number {
    if (this.known !== undefined) return this.known
    process.nextTick(() => (this.known = undefined))
    this.statement ??= this.connection.prepare("select value from state where name = 'version'").pluck()
    return (this.known = this.statement.get() as number)
  }

  /** The file itself has the new version, whichever process wrote it. */
  committed(): void {
    this.known = undefined
  }

  close(): void {
    this.connection.close()
  }
}

/** An in-memory database starts empty and has no other writer. */
export class OwnVersions implements Versions {
  private version = 0

  read(): number {
    return this.version
  }

  committed(version: number): void {
    this.version = version
  }

  close(): void {}
}
