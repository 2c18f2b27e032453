/**
 * Arrows point one way: cli → app → server → api, pages, mcp → store → resources → recurrence → text, time. What is drawn in
 * docs/architecture.md is checked here, as part of `npm run check`.
 */

const own = '^src/'
const notTests = { pathNot: '\\.test\\.ts$' }

/** A room, and the rooms that it may import from; their types come from anywhere below. */
const rooms = {
  'text|time|locales': ['locales', 'errors', 'lazy-require', 'turn'],
  recurrence: ['time', 'locales', 'errors', 'lazy-require'],
  resources: ['recurrence', 'text', 'time', 'locales', 'identity/roles', 'errors', 'group-by', 'turn'],
  store: [
    'resources',
    'recurrence',
    'text',
    'time',
    'identity',
    'errors',
    'group-by',
    'lazy-require',
    'response-limit',
    'turn',
    'config',
    'version',
    'locales',
  ],
  identity: ['text', 'time', 'locales', 'errors', 'store/sql', 'resources'],
  mail: ['store', 'resources', 'identity', 'time', 'locales'],
  api: [
    'response-limit',
    'media',
    'importing',
    'store',
    'resources',
    'recurrence',
    'identity',
    'text',
    'time',
    'locales',
    'errors',
    'group-by',
    'config',
    'version',
  ],
  pages: [
    'api',
    'store',
    'resources',
    'recurrence',
    'text',
    'time',
    'locales',
    'errors',
    'group-by',
    'config',
  ],
  mcp: ['api', 'store', 'resources', 'text', 'time', 'locales', 'errors', 'config', 'version'],
  server: [
    'api',
    'pages',
    'media',
    'store',
    'resources',
    'recurrence',
    'identity',
    'text',
    'time',
    'locales',
    'errors',
    'response-limit',
    'config',
    'version',
  ],
  media: ['outgoing', 'store', 'resources', 'text', 'time', 'locales', 'errors', 'lazy-require', 'config'],
  importing: [
    'outgoing',
    'store',
    'resources',
    'recurrence',
    'identity',
    'text',
    'time',
    'locales',
    'errors',
    'turn',
    'group-by',
    'lazy-require',
  ],
  webhooks: ['api', 'outgoing', 'store', 'resources', 'identity', 'time', 'errors'],
  outgoing: [],
  workers: ['errors'],
  demo: ['store', 'resources', 'identity', 'text', 'time', 'locales', 'errors', 'config'],
}

const forbidden = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room} imports downwards`.replaceAll('|', ', '),
  comment: `${room} may import ${allowed.join(', ')}; see docs/architecture.md.`,
  severity: 'error',
  from: { path: `^src/(?:${room})(?:/|\\.ts$)`, ...notTests },
  to: {
    path: own,
    pathNot: `^src/(?:${[...room.split('|'), ...allowed].join('|')})(?:/|\\.ts$)`,
    dependencyTypesNot: ['type-only'],
  },
}))

module.exports = {
  forbidden: [
    ...forbidden,
    {
      name: 'no cycles',
      comment: 'Files that import each other cannot be read from top to bottom.',
      severity: 'error',
      from: { path: own, ...notTests },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resources take only types of the store',
      comment: 'A resource says what may be kept; how it is kept is the business of the store.',
      severity: 'error',
      from: { path: '^src/resources/', ...notTests },
      to: { path: '^src/store/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the store knows no HTTP',
      comment:
        'Pages, feeds and exports ask the store as the API does, so it knows neither requests nor responses.',
      severity: 'error',
      from: { path: '^src/(?:store|resources)/', ...notTests },
      to: { path: '^(?:node:)?http$|^src/(?:api|server)/|node_modules/fastify' },
    },
    {
      name: 'api knows no server',
      comment: 'Operations are asked through OperationRequest; how a request arrived is not their business.',
      severity: 'error',
      from: { path: '^src/api/', ...notTests },
      to: { path: '^src/server/|node_modules/fastify|^(?:node:)?http$' },
    },
    {
      name: 'only tests import tests',
      severity: 'error',
      from: { path: own, ...notTests },
      to: { path: '\\.test\\.ts$|^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
