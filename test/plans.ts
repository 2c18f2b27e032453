import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'

/** Query plans, and which tables they scan completely. */

type Explained = Pick<OpenDatabase, 'db' | 'dialect'>

/** Unfiltered lists of terms read all of them, a few hundred; only their IDs, never their texts. */
const isAllOfThem = (step: string) => /^SCAN (?:categories|tags)(?: USING COVERING INDEX \w+)?$/.test(step)

/** Full-text searches appear as scans of a virtual table, preceded by finding link targets. */
const readsWhole = (step: string) =>
  /^SCAN [a-z]/.test(step) &&
  !/ VIRTUAL TABLE INDEX \d+:M/.test(step) &&
  step !== 'SCAN listed' &&
  // IDs that are sent with the query.
  !/^SCAN json_each /.test(step) &&
  // Has one row, read while documents are rendered.
  step !== 'SCAN documents_made' &&
  // Each series has many events, of which an index finds the next one.
  step !== 'SCAN series' &&
  // Has a row for each import, and is scanned only in the background.
  step !== 'SCAN imports' &&
  step !== 'SCAN CONSTANT ROW' &&
  !isAllOfThem(step)

/** Scanning intermediate results of the query itself is allowed. */
function wholeSteps(steps: readonly string[]): string[] {
  const gathered = steps.map((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(step)?.[1])
  return steps.filter((step) => readsWhole(step) && !gathered.includes(/^SCAN (\w+)/.exec(step)?.[1]))
}

/** The steps of the plan as SQLite describes them. */
async function stepsOf({ db }: Explained, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  return rows.map(({ detail }) => detail)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/** The nodes of PostgreSQL's plan, from the root down. */
async function nodesOf({ db }: Explained, { sql, parameters }: CompiledQuery): Promise<PlanNode[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  )
  return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => flat(Plan))
}

/** Tables with a row for each event; PostgreSQL may scan smaller ones if that reads fewer pages. */
const large = ['events', 'event_texts', 'event_links']

const isWhole = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? '')

/** The steps of the plan that scan a whole table; empty if indexes are used throughout. */
export const wholeReads = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  database.dialect.name === 'sqlite'
    ? wholeSteps(await stepsOf(database, query))
    : (await nodesOf(database, query)).filter(isWhole).map((node) => `Seq Scan ${node['Relation Name']}`)

/** The tables and indexes used by the plan. */
export const namesIn = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  database.dialect.name === 'sqlite'
    ? (await stepsOf(database, query)).flatMap((step) =>
        [...step.matchAll(/(?:SCAN|SEARCH|INDEX) (\w+)/g)].map(([, name]) => name!),
      )
    : (await nodesOf(database, query)).flatMap((node) => node['Index Name'] ?? [])

/** The tables for which SQLite reads rows because the index does not cover the query. */
export const readBesideIndex = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  (await stepsOf(database, query)).flatMap((step) => /^SEARCH (\w+) USING INDEX/.exec(step)?.[1] ?? [])
