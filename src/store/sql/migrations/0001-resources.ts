import { sql, type ColumnDataType, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'
import type { TextTableName } from '../../../resources/kinds.ts'

type Columns = Record<string, ColumnDataType | ['optional', ColumnDataType]>

const optionalText = ['optional', 'text'] as const satisfies ['optional', ColumnDataType]
const optionalInteger = ['optional', 'integer'] as const satisfies ['optional', ColumnDataType]

/** An instant exceeds 32 bits in 2038. */
const instant = 'bigint'

/** Wide enough for any number in a request, so that an unknown ID is not found instead of causing an error. */
const typeIn = ({ integer }: Dialect, type: ColumnDataType) => (type === 'integer' ? integer : type)

function addColumns<T extends string>(
  dialect: Dialect,
  table: CreateTableBuilder<T>,
  columns: Columns,
): CreateTableBuilder<T> {
  return Object.entries(columns).reduce(
    (grown, [name, type]) =>
      typeof type === 'string'
        ? grown.addColumn(name, typeIn(dialect, type), (column) => column.notNull())
        : grown.addColumn(name, typeIn(dialect, type[1])),
    table,
  )
}

const primaryId = ({ integer }: Dialect, table: CreateTableBuilder<string>) =>
  table.addColumn('id', integer, (column) => column.primaryKey())

const languages: Columns = { original_language: 'text', languages: 'text' }

const entry: Columns = {
  ...languages,
  author: 'integer',
  status: 'text',
  date: instant,
  modified: instant,
  image: optionalInteger,
}

const term: Columns = { ...languages, modified: instant }

const text: Columns = {
  id: 'integer',
  language: 'text',
  live: 'integer',
  modified: instant,
  version: 'integer',
  based_on: 'integer',
  search: 'text',
}

const tables: Record<string, Columns> = {
  events: {
    ...entry,
    timezone: 'text',
    all_day: 'integer',
    start_date: 'text',
    end_date: 'text',
    start_utc: instant,
    end_utc: instant,
    show_map: 'integer',
    show_map_link: 'integer',
    hide_from_listings: 'integer',
    sticky: 'integer',
    featured: 'integer',
    post_parent: 'integer',
    event_status: 'text',
    tickets: 'text',
    ticketed: 'integer',
    password: optionalText,
  },
  venues: {
    ...entry,
    zip: optionalText,
    phone: optionalText,
    show_map: 'integer',
    show_map_link: 'integer',
    geo_lat: ['optional', 'double precision'],
    geo_lng: ['optional', 'double precision'],
  },
  organizers: { ...entry, phone: optionalText, email: optionalText },
  categories: { ...term, parent: 'integer' },
  tags: term,
  images: {
    url: 'text',
    extension: 'text',
    width: optionalInteger,
    height: optionalInteger,
    filesize: optionalInteger,
    sizes: 'text',
  },
}

const described: Columns = { description: optionalText, excerpt: optionalText, website: optionalText }
const named: Columns = { name: optionalText, name_key: optionalText, description: optionalText }

const texts: Record<string, Columns> = {
  event_texts: { title: optionalText, ...described, cost: optionalText },
  venue_texts: {
    venue: optionalText,
    ...described,
    address: optionalText,
    city: optionalText,
    country: optionalText,
    province: optionalText,
    state: optionalText,
    stateprovince: optionalText,
  },
  organizer_texts: { organizer: optionalText, ...described },
  category_texts: named,
  tag_texts: named,
}

/** What each list filters and orders by. */
const indexes: Record<string, readonly [table: string, columns: readonly string[]]> = {
  events_listed: ['events', ['status', 'hide_from_listings', 'start_utc', 'id', 'end_utc', 'languages']],
  events_ending: ['events', ['status', 'hide_from_listings', 'end_utc', 'start_utc', 'id', 'languages']],
  events_featured: ['events', ['status', 'featured', 'start_utc', 'id', 'end_utc']],
  events_ticketed: ['events', ['status', 'ticketed', 'start_utc', 'id', 'end_utc']],
  events_by_parent: ['events', ['post_parent', 'start_utc', 'id']],
  events_by_author: ['events', ['author', 'status', 'start_utc', 'id']],
  events_by_event_status: ['events', ['status', 'event_status', 'start_utc', 'id', 'end_utc']],
  events_published: ['events', ['status', 'date', 'id']],
  events_modified: ['events', ['status', 'modified', 'id']],
  venues_published: ['venues', ['status', 'date', 'id']],
  venues_by_author: ['venues', ['author', 'status', 'id']],
  venues_placed: ['venues', ['geo_lat', 'geo_lng', 'id']],
  organizers_published: ['organizers', ['status', 'date', 'id']],
  organizers_by_author: ['organizers', ['author', 'status', 'id']],
  categories_by_parent: ['categories', ['parent', 'id']],
  category_names: ['category_texts', ['name_key', 'id']],
  tag_names: ['tag_texts', ['name_key', 'id']],
  event_links_listed: ['event_links', ['kind', 'target', 'visible', 'start_utc', 'event_id', 'end_utc']],
  category_tree_up: ['category_tree', ['descendant', 'ancestor']],
  image_addresses: ['images', ['url']],
  idempotency_keys_age: ['idempotency_keys', ['created']],
  application_passwords_of: ['application_passwords', ['user_id']],
}

async function addTexts(db: Kysely<unknown>, dialect: Dialect, name: TextTableName, columns: Columns) {
  const table = dialect.addId(db.schema.createTable(name), 'text_id') as CreateTableBuilder<string>
  await addColumns(dialect, table, { ...text, ...columns })
    .addColumn('slug', dialect.sortedText)
    .addColumn('sort', dialect.sortedText, (column) => column.notNull())
    .addUniqueConstraint(`${name}_language`, ['id', 'language'] as never[])
    .execute()
  await sql`create unique index ${sql.id(`${name}_slug`)} on ${sql.table(name)} (slug) where live = 1`.execute(
    db,
  )
  await db.schema.createIndex(`${name}_sort`).on(name).columns(['sort', 'id']).execute()
  await dialect.addSearchIndex(db, name)
}

async function addLinks(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(dialect, dialect.cluster(db.schema.createTable('event_links')), {
    event_id: 'integer',
    kind: 'text',
    position: 'integer',
    target: 'integer',
    visible: 'integer',
    start_utc: instant,
    end_utc: instant,
  })
    .addPrimaryKeyConstraint('event_links_key', ['event_id', 'kind', 'position'] as never[])
    .execute()
  await addColumns(dialect, dialect.cluster(db.schema.createTable('category_tree')), {
    ancestor: 'integer',
    descendant: 'integer',
  })
    .addPrimaryKeyConstraint('category_tree_key', ['ancestor', 'descendant'] as never[])
    .execute()
}

/** Events that last a day or more: there are few, but many of them end after the window of a list. */
const addLongEvents = (db: Kysely<unknown>) =>
  sql`create index events_long on events (status, hide_from_listings, end_utc, start_utc, languages) where end_utc - start_utc >= 86400`.execute(
    db,
  )

async function addTallies(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(dialect, dialect.cluster(db.schema.createTable('tallies')), {
    kind: 'text',
    target: 'integer',
    language: 'text',
    bucket: 'integer',
    n: 'integer',
  })
    .addPrimaryKeyConstraint('tallies_key', ['kind', 'target', 'language', 'bucket'] as never[])
    .execute()
}

async function addIdentity(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(
    dialect,
    dialect.addId(db.schema.createTable('users'), 'id') as CreateTableBuilder<string>,
    {
      username: 'text',
      username_key: 'text',
      name: 'text',
      email: 'text',
      role: 'text',
      registered: instant,
    },
  )
    .addUniqueConstraint('users_username', ['username_key'] as never[])
    .execute()
  await addColumns(
    dialect,
    db.schema.createTable('application_passwords').addColumn('uuid', 'text', (column) => column.primaryKey()),
    {
      user_id: 'integer',
      name: 'text',
      password_hash: 'text',
      token_hash: 'text',
      created: instant,
      expires: ['optional', instant],
    },
  )
    .addUniqueConstraint('application_passwords_token', ['token_hash'] as never[])
    .execute()
}

async function addIdempotencyKeys(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(dialect, db.schema.createTable('idempotency_keys'), {
    account: 'integer',
    key: 'text',
    request: 'text',
    created: instant,
    status: 'integer',
    location: optionalText,
    language: optionalText,
    body: 'text',
  })
    .addPrimaryKeyConstraint('idempotency_keys_key', ['account', 'key'] as never[])
    .execute()
}

/** What each version changed, so that in-memory state can follow: see changes/change-log.ts. */
async function addChanges(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(dialect, dialect.cluster(db.schema.createTable('changes')), {
    version: instant,
    resource: 'text',
    id: 'integer',
  })
    .addPrimaryKeyConstraint('changes_key', ['version', 'resource', 'id'] as never[])
    .execute()
}

/** Public representations of events, rendered when they change: see documents/render.ts. */
async function addDocuments(db: Kysely<unknown>, dialect: Dialect) {
  await addColumns(dialect, db.schema.createTable('event_documents'), {
    id: 'integer',
    language: 'text',
    told: 'text',
    languages: 'text',
    locked: 'integer',
    text: 'text',
    json_ld: 'text',
  })
    .addPrimaryKeyConstraint('event_documents_key', ['id', 'language'] as never[])
    .execute()
  await addColumns(dialect, db.schema.createTable('documents_made'), { settings: 'text' }).execute()
}

/** `version` increases with every write of any process. */
async function addState(db: Kysely<unknown>) {
  await db.schema
    .createTable('state')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into state (name, value) values ('version', 0)`.execute(db)
}

export const resources = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    for (const sequence of ['entry_ids', 'term_ids'])
      await dialect
        .addId(db.schema.createTable(sequence), 'id')
        .addColumn('kind', 'text', (column) => column.notNull())
        .execute()
    for (const [name, columns] of Object.entries(tables))
      await addColumns(dialect, primaryId(dialect, db.schema.createTable(name)), columns).execute()
    for (const [name, columns] of Object.entries(texts))
      await addTexts(db, dialect, name as TextTableName, columns)
    await addLinks(db, dialect)
    await addTallies(db, dialect)
    await addIdentity(db, dialect)
    await addState(db)
    await addIdempotencyKeys(db, dialect)
    await addChanges(db, dialect)
    await addDocuments(db, dialect)
    for (const [name, [table, columns]] of Object.entries(indexes))
      await db.schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute()
    // Created last, because SQLite prefers the newest of equivalent indexes.
    await addLongEvents(db)
  },
})
