import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '../src/store/sql/dialects/dialect.ts'

/** The query plans of the databases, and which tables they scan completely. */

type Explained = Pick<OpenDatabase, 'db' | 'dialect'>

/** Terms that nothing narrows are all of them, a few hundred: their ids are read, never their texts. */
const isAllOfThem = (step: string) => /^SCAN (?:categories|tags)(?: USING COVERING INDEX \w+)?$/.test(step)

/** A search in the index of words is told as the scan of a virtual table; what links lead to is found before. */
const readsWhole = (step: string) =>
  /^SCAN [a-z]/.test(step) &&
  !/ VIRTUAL TABLE INDEX \d+:M/.test(step) &&
  step !== 'SCAN listed' &&
  // It has one row, which is asked for while documents are made alongside the requests.
  step !== 'SCAN documents_made' &&
  // Each has many events, of which an index finds the next one.
  step !== 'SCAN series' &&
  // It has a row for each import, and is looked through alongside the requests.
  step !== 'SCAN imports' &&
  step !== 'SCAN CONSTANT ROW' &&
  !isAllOfThem(step)

/** What a query has gathered itself may be read from one end to the other. */
function wholeSteps(steps: readonly string[]): string[] {
  const gathered = steps.map((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(step)?.[1])
  return steps.filter((step) => readsWhole(step) && !gathered.includes(/^SCAN (\w+)/.exec(step)?.[1]))
}

/** The steps of SQLite's plan, in its words. */
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

/** Whatever has a row for each event; PostgreSQL reads smaller tables whole where that takes fewest pages. */
const large = ['events', 'event_texts', 'event_links']

const isWhole = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? '')

/** What of the plan reads a table whole; nothing where all is found by indexes. */
export const wholeReads = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  database.dialect.name === 'sqlite'
    ? wholeSteps(await stepsOf(database, query))
    : (await nodesOf(database, query)).filter(isWhole).map((node) => `Seq Scan ${node['Relation Name']}`)

/** The tables and indexes that the plan names. */
export const namesIn = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  database.dialect.name === 'sqlite'
    ? (await stepsOf(database, query)).flatMap((step) =>
        [...step.matchAll(/(?:SCAN|SEARCH|INDEX) (\w+)/g)].map(([, name]) => name!),
      )
    : (await nodesOf(database, query)).flatMap((node) => node['Index Name'] ?? [])

/** The tables of whose rows SQLite reads more than an index holds. */
export const readBesideIndex = async (database: Explained, query: CompiledQuery): Promise<string[]> =>
  (await stepsOf(database, query)).flatMap((step) => /^SEARCH (\w+) USING INDEX/.exec(step)?.[1] ?? [])
