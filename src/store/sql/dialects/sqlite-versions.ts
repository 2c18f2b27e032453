import Sqlite from 'better-sqlite3'

interface Versions {
  read(): number
  committed(version: number): void
  close(): void
}

/**
 * Reads use a second connection, because the writing connection would see its own uncommitted changes. Requests that
 * arrive together share one version check.
 */
export class VersionReader implements Versions {
  private readonly connection: Sqlite.Database
  private statement: Sqlite.Statement | undefined
  private ofThisTurn: number | undefined

  constructor(path: string) {
    this.connection = new Sqlite(path, { readonly: true })
  }

  read(): number {
    if (this.ofThisTurn !== undefined) return this.ofThisTurn
    setImmediate(() => (this.ofThisTurn = undefined))
    this.statement ??= this.connection.prepare("select value from state where name = 'version'").pluck()
    return (this.ofThisTurn = this.statement.get() as number)
  }

  /** The file itself has the new version, whichever process wrote it. */
  committed(): void {
    this.ofThisTurn = undefined
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
