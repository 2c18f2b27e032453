import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Compile } from 'typebox/schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { anEvent, onEachDatabase, type Json } from '../../../test/service.ts'
import { problemCodes } from '../../errors/problem-codes.ts'

const languages = ['en', 'fr', 'de']

/** Runs the linter from the command line, without its notices and telemetry. */
async function lint(documents: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-doc-'))
  const files = documents.map((text, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, text)
    return file
  })
  const rules = join(folder, 'redocly.yaml')
  writeFileSync(
    rules,
    'extends: [recommended-strict]\ntelemetry: off\nrules:\n  operation-4xx-response: off\n  no-server-example.com: off\n',
  )
  const environment = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' }
  try {
    const linter = join('node_modules', '@redocly', 'cli', 'bin', 'cli.js')
    await promisify(execFile)(process.execPath, [linter, 'lint', '--config', rules, ...files], {
      env: environment,
    })
    return ''
  } catch (error) {
    return `${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const operationsOf = ({ paths }: Json): Json[] =>
  Object.entries<Json>(paths).flatMap(([pattern, path]) =>
    Object.entries<Json>(path).map(([method, operation]) => ({ ...operation, method, pattern })),
  )

const root = '/cal/events/v1'

/** All schemas inside a part of the document. */
function schemasIn(part: Json): Json[] {
  if (typeof part !== 'object' || part === null) return []
  return [part, ...Object.values<Json>(part).flatMap(schemasIn)]
}

onEachDatabase((service) => {
  const read = async (language = 'en'): Promise<Json> =>
    (await service.get(`/doc?ml_language=${language}`)).body

  test('a path that names another form than JSON has its media type', async () => {
    const { paths } = await read()
    const contentOf = (path: string) => Object.keys(paths[path].get.responses['200'].content)
    assert.deepEqual(contentOf('/cal/admin/v1/imports/{id}/rows.csv'), ['text/csv'])
    assert.deepEqual(contentOf('/cal/admin/v1/imports/{id}/rows'), ['application/json'])
  })

  test('a table of all rows has no pages', async () => {
    const { paths } = await read()
    const described = (path: string) => {
      const { parameters, responses } = paths[`/cal/admin/v1/imports/{id}/${path}`].get
      return [...parameters.map(({ name }: Json) => name), ...Object.keys(responses['200'].headers)]
    }
    const ofPages = ['page', 'per_page', 'X-Total', 'X-Total-Pages']
    const isOfPages = (name: string) => ofPages.includes(name)
    assert.deepEqual(described('rows').filter(isOfPages), ofPages)
    assert.deepEqual(described('rows.csv').filter(isOfPages), [])
    assert.ok(described('rows.csv').includes('action'))
  })

  test('each form of a single event has a path, whose response is of that type', async () => {
    const { paths } = await read()
    const { id } = (await service.post('/events', anEvent())).body
    const forms = Object.keys(paths).filter((path) => path.startsWith(`${root}/events/{id}.`))
    assert.deepEqual(
      forms.map((path) => path.split('.').at(-1)),
      ['ics', 'rss', 'atom', 'csv', 'geojson', 'jsonld'],
    )
    for (const path of forms) {
      const { status, headers } = await service.get(`/${path.replace('{id}', id)}`)
      const types = Object.keys(paths[path].get.responses[status].content)
      assert.deepEqual(types, [headers.get('content-type')!.split(';')[0]], path)
    }
  })

  test('the document is valid in every language according to two validators', async () => {
    const answers = await Promise.all(
      languages.map((language) => service.get(`/doc?ml_language=${language}`)),
    )
    for (const { body } of answers) {
      const { valid, errors } = await new Validator().validate(body)
      assert.ok(valid, JSON.stringify(errors))
    }
    assert.equal(await lint(answers.map(({ text }) => text)), '')
  })

  test('client generators can name shared schemas, and choose the type of each body', async () => {
    const document = await read()

    for (const name of Object.keys(document.components.responses)) assert.match(name, /^[a-z]/i)
    for (const { operationId, requestBody, responses } of operationsOf(document)) {
      const schema = requestBody?.content['multipart/form-data']?.schema.$ref?.split('/').at(-1)
      const { properties } = document.components.schemas[schema] ?? { properties: {} }
      if ('file' in properties) {
        assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data'], operationId)
        // A part of a form is either text or JSON.
        for (const [name, { type }] of Object.entries<Json>(properties))
          assert.equal(typeof type, 'string', `${operationId}: ${name}`)
      }
      const types = Object.keys((responses[200] ?? responses[201])?.content ?? {})
      const ofJson = types.filter((type) => type.endsWith('json'))
      assert.ok(ofJson.length === 0 || types.length === 1, `${operationId}: ${types.join(', ')}`)
    }
  })

  test('fields with a text per language, and those of HTML, are marked', async () => {
    const { schemas } = (await read()).components
    const marked = (name: string, keyword: string) =>
      Object.entries<Json>(schemas[name].properties)
        .filter(([, schema]) => keyword in schema)
        .map(([field]) => field)
    assert.deepEqual(marked('createEventBody', 'x-translatable').sort(), [
      'cost',
      'description',
      'excerpt',
      'slug',
      'title',
      'website',
    ])
    assert.deepEqual(marked('updateTagBody', 'x-translatable').sort(), ['description', 'name', 'slug'])
    assert.deepEqual(marked('createVenueBody', 'contentMediaType'), ['description', 'excerpt'])
    assert.deepEqual(marked('createUserBody', 'x-translatable'), [])
  })

  test('bodies in every accepted form match the document', async () => {
    const { components } = await read()
    const matches = (name: string, value: unknown) =>
      Compile({ components, $ref: `#/components/schemas/${name}` }).Check(value)
    const kept = { venue: 'Hall', organizer: 'Society' }
    const { body } = await service.post(
      '/events',
      anEvent({
        ...kept,
        venue: kept,
        organizer: kept,
        categories: ['A'],
        image: 'https://example.org/a.png',
      }),
    )
    const { id } = body.venue
    const ids = { venue: id, organizer: body.organizer[0].id }
    const links = Object.entries<number>(ids).flatMap(([field, one]) =>
      [
        one,
        String(one),
        [one, String(one)],
        { id: one },
        [{ id: one }, one],
        body[field],
        {},
        false,
        0,
        '',
        [],
        kept,
      ].map((sent) => ({ [field]: sent })),
    )
    const events: Json[] = [
      ...links,
      ...[body.image, body.image.id, { id: body.image.id }, false, ''].map((image) => ({ image })),
      ...[body.categories, [{ id: body.categories[0].id }], ['A'], 'A', []].map((categories) => ({
        categories,
      })),
      { start_date: 1_800_000_000, end_date: 1_800_003_600, date: '1800000000' },
      { tickets: [{ name: 'A', valid_from: 1_800_000_000 }] },
      { author: '1' },
    ]
    const venues: Json[] = [true, false, 'no'].map((show_map) => ({ show_map, show_map_link: show_map }))
    for (const [kind, name, forms] of [
      ['events', 'Event', events],
      ['venues', 'Venue', venues],
    ] as const)
      for (const sent of forms) {
        const whole = kind === 'events' ? anEvent(sent) : { venue: 'Map', ...sent }
        const created = await service.post(`/${kind}`, whole)
        assert.equal(created.status, 201, `${JSON.stringify(sent)} ${created.text}`)
        assert.ok(matches(`create${name}Body`, whole), JSON.stringify(sent))
        assert.ok(matches(`update${name}Body`, sent), JSON.stringify(sent))
      }
    for (const sent of [{ venue: true }, { venue: [['x']] }, { categories: [{ name: 'A' }] }, { image: {} }])
      assert.ok(!matches('updateEventBody', sent), JSON.stringify(sent))
  })

  test('names, types and defaults are the same in every language', async () => {
    const skeleton = (document: Json) =>
      JSON.stringify(document, (key, value: unknown) =>
        ['description', 'summary', 'message'].includes(key) && typeof value === 'string' ? '' : value,
      )
    const [english, french, german] = await Promise.all(languages.map(read))
    assert.equal(skeleton(french), skeleton(english))
    assert.equal(skeleton(german), skeleton(english))
  })

  test('every route in discovery is documented, with all its methods', async () => {
    const { paths } = await read()
    const { routes } = (await service.get('/')).body
    for (const [pattern, { methods }] of Object.entries<Json>(routes)) {
      const path = pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}')
      assert.ok(paths[path], path)
      for (const method of methods) assert.ok(paths[path][method.toLowerCase()], `${method} ${path}`)
    }
  })

  test('arguments of discovery are parameters or fields of a body', async () => {
    const document = await read()
    const { routes } = (await service.get('/')).body
    const create = document.paths[`${root}/events`].post.requestBody.content['application/json'].schema.$ref
    const fields = document.components.schemas[create.split('/').at(-1)]
    const [, post] = routes['/cal/events/v1/events'].endpoints
    assert.deepEqual(Object.keys(fields.properties), Object.keys(post.args))
    assert.deepEqual(fields.required, ['title', 'start_date', 'end_date'])
    const [list] = routes['/cal/events/v1/events'].endpoints
    const names = document.paths[`${root}/events`].get.parameters.flatMap(({ name }: Json) => name ?? [])
    assert.deepEqual(names, Object.keys(list.args))
  })

  test('operation IDs are unique', async () => {
    const names = operationsOf(await read()).map(({ operationId }) => operationId)
    assert.equal(new Set(names).size, names.length)
  })

  test('every published code is listed for some operation, except those that no operation returns', async () => {
    const text = JSON.stringify((await read()).components.responses)
    const elsewhere = ['rest_no_route', 'rest_bad_request']
    for (const { code } of problemCodes)
      if (!elsewhere.includes(code)) assert.ok(text.includes(`\`${code}\`:`), code)
  })

  test('writes accept three media types, and document their headers', async () => {
    const { paths } = await read()
    const { put, post } = paths[`${root}/events/{id}`]
    assert.deepEqual(Object.keys(put.requestBody.content), [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    const shared = post.parameters.flatMap(({ $ref }: Json) => $ref?.split('/').at(-1) ?? [])
    assert.deepEqual(shared, [
      'fields',
      'acceptLanguage',
      'errorLanguage',
      'ifMatch',
      'idempotencyKey',
      'methodOverride',
    ])
  })

  test('reads need no credentials, writes do', async () => {
    const { paths } = await read()
    const somebody = [{ basic: [] }, { bearer: [] }, { session: [] }]
    assert.deepEqual(paths[`${root}/events`].get.security, [{}, ...somebody])
    assert.deepEqual(paths[`${root}/events`].post.security, somebody)
  })

  test('there is one server, and every path starts at its root', async () => {
    const document = await read()
    assert.deepEqual(document.servers, [{ url: service.origin }])
    for (const path of [root, `${root}/events`, '/cal/admin/v1/users', '/health/ready', '/metrics'])
      assert.ok(document.paths[path], path)
    assert.doesNotMatch(JSON.stringify(document.paths), /"servers"/)
  })

  test('paths are those of the requested mount', async () => {
    const { body, headers } = await service.get('//fr/cal/events/v1/doc')
    assert.deepEqual(body.servers, [{ url: service.origin }])
    assert.equal(headers.get('content-language'), 'fr')
    for (const path of ['/fr/cal/events/v1/tags/{id}', '/fr/cal/admin/v1/users/me', '/health/live'])
      assert.ok(body.paths[path], path)
    assert.equal(body.paths[`${root}/tags/{id}`], undefined)
  })

  test('the only defaults of bodies are those of a create', async () => {
    const { paths, components } = await read()
    const bodies = Object.entries<Json>(components.schemas).filter(([name]) => name.endsWith('Body'))
    for (const schema of schemasIn(bodies)) assert.ok(!('default' in schema), JSON.stringify(schema))
    for (const schema of schemasIn(paths)) assert.notEqual(schema.default, null)
    const defaults = (path: string, method: string) =>
      paths[path][method].requestBody.content['application/json'].schema.properties
    assert.deepEqual(defaults(`${root}/events`, 'post'), {
      all_day: { default: false },
      dry_run: { default: false },
    })
    assert.deepEqual(defaults(`${root}/venues`, 'post'), { reuse: { default: false } })
    assert.deepEqual(defaults(`${root}/events/{id}`, 'patch'), {
      scope: { default: 'this' },
      dry_run: { default: false },
      past: { default: false },
    })
    assert.equal(defaults(`${root}/venues/{id}`, 'patch'), undefined)
  })

  test('no default is that of one day, because a generated client would send it for ever', async () => {
    const { paths } = await read()
    const { parameters } = paths[`${root}/events`].get
    const [discovered] = (await service.get('/')).body.routes['/cal/events/v1/events'].endpoints
    for (const name of ['start_date', 'end_date']) {
      const { schema, description } = parameters.find((parameter: Json) => parameter.name === name)
      assert.ok(!('default' in schema), JSON.stringify(schema))
      assert.match(description, /by default/)
      assert.match(discovered.args[name].default, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
  })

  test('lists in other forms are whole, so that no default cuts them off', async () => {
    const { paths } = await read()
    for (const path of ['/events.{form}', '/events.geojson', '/events.jsonld', '/venues.geojson']) {
      const { parameters, description } = paths[root + path].get
      assert.match(description, /Contains everything that matches/)
      for (const name of ['page', 'per_page']) {
        const { schema } = parameters.find((parameter: Json) => parameter.name === name)
        assert.deepEqual(schema, { type: 'integer', minimum: 1 }, path)
      }
      const start = parameters.find(({ name }: Json) => name === 'start_date')
      if (start !== undefined) assert.match(start.description, /by default 60 days ago/)
    }
    assert.doesNotMatch(paths[`${root}/events/{id}.ics`].get.description ?? '', /everything/)
  })

  test('operations with a dry run document its response', async () => {
    const { paths, components } = await read()
    for (const method of ['patch', 'delete'])
      assert.match(
        paths[`${root}/events/{id}`][method].description,
        /dry_run=true.* 200 with series\.changed alone \(seriesChanges\)/,
      )
    assert.equal(paths[`${root}/venues/{id}`].delete.description, undefined)
    const schema = '#/components/schemas/seriesChanges'
    assert.equal(components.schemas.event.properties.series.properties.changed.$ref, schema)

    const fields = anEvent({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    const { id } = (await service.post('/events', fields)).body
    for (const { status, body } of [
      await service.post('/events', { ...fields, dry_run: true }),
      await service.patch(`/events/${id}`, { title: 'Moved', dry_run: true }),
      await service.delete(`/events/${id}?dry_run=true`),
    ]) {
      assert.deepEqual([status, Object.keys(body), Object.keys(body.series)], [200, ['series'], ['changed']])
      const properties = { changed: { $ref: schema } }
      assert.ok(Compile({ components, type: 'object', properties }).Check(body.series), JSON.stringify(body))
    }
  })

  test('tickets are described', async () => {
    const { components } = await read('fr')
    const { items } = components.schemas.createEventBody.properties.tickets
    assert.deepEqual(Object.keys(items.properties), [
      'name',
      'price',
      'currency',
      'url',
      'availability',
      'valid_from',
      'valid_until',
    ])
    assert.deepEqual(items.required, ['name'])
    assert.deepEqual(items.properties.availability.enum, ['in_stock', 'sold_out', 'pre_order'])
    assert.equal(items.properties.name.description, 'Nom du billet')
  })

  test('every operation of the API takes a language, and selects fields if it responds with JSON', async () => {
    for (const { pattern, method, parameters } of operationsOf(await read()))
      if (pattern.startsWith('/cal/')) {
        const named = parameters.map(({ name, $ref }: Json) => name ?? $ref.split('/').at(-1))
        const isJson = !/\.(?:\w+|\{form\})$/.test(pattern)
        assert.equal(named.includes('fields'), isJson, `${method} ${pattern}`)
        const languages = named.filter((name: string) => ['ml_language', 'messageLanguage'].includes(name))
        assert.equal(languages.length, 1, `${method} ${pattern}`)
      }
  })

  test('formats are valid for files, international URLs and our dates', async () => {
    const { components, paths } = await read()
    const formats = schemasIn({ schemas: components.schemas, paths }).flatMap(({ type, format }) =>
      type !== undefined && typeof format === 'string' ? format : [],
    )
    assert.deepEqual([...new Set(formats)].toSorted(), ['binary', 'double', 'idn-email', 'iri'])
  })

  test('the document is in an accepted language unless one is specified', async () => {
    const { headers } = await service.get('/doc', { headers: { 'accept-language': 'de-AT' } })
    assert.ok(['de', 'en'].includes(headers.get('content-language') ?? ''))
    assert.match(headers.get('vary') ?? '', /accept-language/i)
  })

  test('a part of the document can be requested', async () => {
    assert.deepEqual(Object.keys((await service.get('/doc?_fields=info.title')).body), ['info'])
  })

  test('a conditional request for the document returns 304', async () => {
    const { headers } = await service.get('/doc')
    const again = await service.get('/doc', { headers: { 'if-none-match': headers.get('etag')! } })
    assert.equal(again.status, 304)
  })

  test('an unknown language is refused', async () => {
    const { status, body } = await service.get('/doc?ml_language=xx')
    assert.deepEqual([status, Object.keys(body.data.params)], [400, ['ml_language']])
  })
})
