import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { ensureAdministrator } from '../src/identity/user-store.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import type { Db } from '../src/store/sql/db.ts'
import { createDatabase, type CreatedDatabase } from './postgres.ts'

/**
 * Databases that are migrated once for a run of all tests. Each test that needs one of its own copies it, because a copy
 * takes a tenth of the time of the migrations.
 */

/** 2026-11-21 12:00:00 UTC: when tests take place, unless they move the clock. */
export const testTime = 1_795_262_400

/** The administrator of services in tests. */
export const administrator = 'admin:secret'

/** The folder that a run keeps them in; without one, tests migrate their databases themselves. */
const folder = process.env.TEST_TEMPLATES

/** With the administrator of the tests, whose password is hashed once because that takes a tenth of the time of a start. */
export type Template = 'empty' | 'administered'

const templates: readonly Template[] = ['empty', 'administered']

const fileIn = (place: string, template: Template) => join(place, `${template}.db`)

const nameOnServer = (place: string, template: Template) =>
  `${basename(place).toLowerCase().replace(/\W/g, '_')}_${template}`

async function fill(url: string, template: Template): Promise<void> {
  const database = openDatabase(url)
  await migrate(database)
  if (template === 'administered') {
    const [name = '', password = ''] = administrator.split(':')
    await ensureAdministrator(database.db, { name, password }, testTime)
    await hashCheaply(database.db, password)
  }
  await database.close()
}

/** The least that argon2id allows. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Every service verifies this password, with the parameters that are stored with it: with those of the product that takes
 * a fifth of its start. Passwords that tests make for others cost what they cost.
 */
async function hashCheaply(db: Db, password: string): Promise<void> {
  await db
    .updateTable('application_passwords')
    .set({ password_hash: await hash(password, cheap) })
    .execute()
}

export interface Templates {
  /** For the processes of the tests. */
  readonly folder: string
  remove(): Promise<void>
}

export async function createTemplates(serverUrl: string): Promise<Templates> {
  const place = mkdtempSync(join(tmpdir(), 'calends-templates-'))
  const made = await Promise.all(
    templates.map(async (template) => {
      await fill(`sqlite:${fileIn(place, template)}`, template)
      const created = await createDatabase(serverUrl, { name: nameOnServer(place, template) })
      await fill(created.url, template)
      return created
    }),
  )
  return {
    folder: place,
    async remove() {
      await Promise.all(made.map(({ drop }) => drop()))
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** A migrated database at this path. */
export async function migratedFile(path: string, template: Template = 'empty'): Promise<string> {
  const url = `sqlite:${path}`
  if (folder === undefined) await fill(url, template)
  else copyFileSync(fileIn(folder, template), path)
  return url
}

/** A migrated database of its own on the server. */
export async function migratedOnServer(template: Template = 'empty'): Promise<CreatedDatabase> {
  const server = process.env.TEST_POSTGRES_URL!
  if (folder !== undefined) return createDatabase(server, { template: nameOnServer(folder, template) })
  const created = await createDatabase(server)
  await fill(created.url, template)
  return created
}
