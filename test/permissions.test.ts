import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { credentialsOf, makePeople, type Person } from './people.ts'
import { slowly } from './raw.ts'
import { anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** Permissions: role by operation, ownership, status, ID and slug. */

type Role = Person | 'administrator' | 'anonymous'
type Owner = 'own' | 'others'

const everybody: readonly Role[] = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
]
const states = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
type State = (typeof states)[number]

const entryKinds = [
  ['events', 'event', (title: string) => anEvent({ title }), 'website'],
  ['venues', 'venue', (venue: string) => ({ venue }), 'website'],
  ['organizers', 'organizer', (organizer: string) => ({ organizer }), 'website'],
] as const

const unpublished: readonly State[] = ['future', 'draft', 'pending', 'private']

const isEditor = (role: Role) => role === 'editor' || role === 'administrator'

/** The table of the rights as people read it, for one entry. */
function mayEdit(role: Role, owner: Owner, state: State): boolean {
  if (isEditor(role)) return true
  if (owner === 'others') return false
  if (role === 'author') return true
  return role === 'contributor' && state !== 'publish' && state !== 'future'
}

type Outcome = readonly [status: number, code?: string]

function outcomeOfRead(role: Role, owner: Owner, state: State, kind: string, isBySlug: boolean): Outcome {
  if (state === 'trash' && isBySlug) return [404, `rest-${kind}-not-found`]
  if (state === 'trash') return mayEdit(role, owner, state) ? [200] : [410, `${kind}-no-longer-available`]
  const isHidden = unpublished.includes(state)
  return isHidden && owner === 'others' && !isEditor(role) ? [403, `${kind}-not-accessible`] : [200]
}

function outcomeOfUpdate(role: Role, owner: Owner, state: State, kind: string, isBySlug: boolean): Outcome {
  if (role === 'anonymous') return [401, 'rest_forbidden']
  if (state === 'trash' && isBySlug) return [404, `rest-${kind}-not-found`]
  if (mayEdit(role, owner, state)) return [200]
  return state === 'trash' ? [410, `${kind}-no-longer-available`] : [403, 'rest_forbidden']
}

function outcomeOfDelete(role: Role, owner: Owner, state: State, kind: string, isBySlug: boolean): Outcome {
  if (role === 'anonymous') return [401, 'rest_forbidden']
  if (state === 'trash' && isBySlug) return [404, `rest-${kind}-not-found`]
  if (!mayEdit(role, owner, state)) return [403, 'rest_forbidden']
  return state === 'trash' ? [410, `${kind}-is-in-trash`] : [200]
}

onEachDatabase((service: Service) => {
  let ids: Record<Person, number>
  let count = 0

  before(async () => void (ids = await makePeople(service)))

  /** An entry of that author in that state, made by the administrator. */
  async function make(
    collection: string,
    fields: Json,
    author: number,
    state: State,
  ): Promise<{ id: number; slug: string }> {
    const status = state === 'trash' ? 'publish' : state
    const date = state === 'future' ? { date: '2027-06-01' } : {}
    const { body } = await service.post(`/${collection}`, { ...fields, ...date, author, status })
    assert.equal(body.status, status, JSON.stringify(body))
    if (state === 'trash') assert.equal((await service.delete(`/${collection}/${body.id}`)).status, 200)
    return { id: body.id as number, slug: body.slug as string }
  }

  for (const [collection, kind, fields, changed] of entryKinds)
    describe(collection, () => {
      for (const state of states)
        for (const role of everybody)
          test(`${role} and ${state} entries`, async () => {
            for (const owner of ['own', 'others'] as const) {
              if (
                owner === 'own' &&
                (role === 'anonymous' || role === 'subscriber' || role === 'administrator')
              )
                continue
              const author = owner === 'own' ? ids[role as Person] : ids.colleague
              const { id, slug } = await make(collection, fields(`Entry ${++count}`), author, state)
              const as = credentialsOf(role)
              const asked = async (method: string, isBySlug: boolean, told: Outcome, body?: unknown) => {
                const path = `/${collection}/${isBySlug ? `by-slug/${slug}` : id}`
                const reply = await service.request(method, path, body, { as })
                assert.deepEqual(
                  [reply.status, reply.body.code],
                  [told[0], told[1]],
                  `${method} ${path} ${owner}`,
                )
                return reply.body as Json
              }
              for (const isBySlug of [false, true]) {
                await asked('GET', isBySlug, outcomeOfRead(role, owner, state, kind, isBySlug))
                const told = outcomeOfUpdate(role, owner, state, kind, isBySlug)
                const body = await asked('PATCH', isBySlug, told, { [changed]: 'https://example.org/' })
                if (told[0] === 200)
                  assert.deepEqual(
                    [body[changed], body.status, body.author],
                    ['https://example.org/', state, author],
                  )
              }
              const isBySlug = count % 2 === 0
              await asked('DELETE', isBySlug, outcomeOfDelete(role, owner, state, kind, isBySlug))
            }
          })

      test('only those with a role above subscriber make any', async () => {
        for (const role of everybody) {
          const { status, body } = await service.post(`/${collection}`, fields(`Made by ${role}`), {
            as: credentialsOf(role),
          })
          const expected = role === 'anonymous' ? 401 : role === 'subscriber' ? 403 : 201
          assert.equal(status, expected, role)
          if (expected === 201) {
            assert.equal(body.status, role === 'contributor' ? 'draft' : 'publish')
            if (role !== 'administrator') assert.equal(body.author, ids[role as Person])
          } else assert.equal(body.code, 'rest_forbidden')
        }
      })

      test('a contributor never publishes', async () => {
        const as = credentialsOf('contributor')
        const asked: [string, string][] = [
          ['publish', 'pending'],
          ['future', 'pending'],
          ['pending', 'pending'],
          ['draft', 'draft'],
          ['private', 'private'],
        ]
        for (const [status, given] of asked) {
          const made = await service.post(`/${collection}`, { ...fields(`Asked ${status}`), status }, { as })
          assert.deepEqual([made.status, made.body.status], [201, given], status)
          const drafted = await service.post(`/${collection}`, fields(`Drafted ${status}`), { as })
          const updated = await service.patch(`/${collection}/${drafted.body.id}`, { status }, { as })
          assert.deepEqual([updated.status, updated.body.status], [200, given], status)
          const bySlug = await service.patch(
            `/${collection}/by-slug/${drafted.body.slug}`,
            { status },
            { as },
          )
          assert.equal(bySlug.body.status, given)
        }
        const later = await service.post(
          `/${collection}`,
          { ...fields('Later'), status: 'publish', date: '2027-06-01' },
          { as },
        )
        assert.equal(later.body.status, 'pending')
      })

      test('an author publishes, and for later', async () => {
        const as = credentialsOf('author')
        const now = await service.post(`/${collection}`, { ...fields('At once'), status: 'publish' }, { as })
        assert.equal(now.body.status, 'publish')
        const later = await service.post(
          `/${collection}`,
          { ...fields('In time'), date: '2027-06-01' },
          { as },
        )
        assert.equal(later.body.status, 'future')
      })

      test('setting another author requires permission to edit others’ entries', async () => {
        for (const role of ['contributor', 'author', 'editor', 'administrator'] as const) {
          const as = credentialsOf(role)
          const isAllowed = isEditor(role)
          const made = await service.post(
            `/${collection}`,
            { ...fields(`For another by ${role}`), author: ids.colleague },
            { as },
          )
          const own = await service.post(`/${collection}`, { ...fields(`Own of ${role}`) }, { as })
          const handed = await service.patch(
            `/${collection}/${own.body.id}`,
            { author: ids.colleague },
            { as },
          )
          const handedBySlug = await service.patch(
            `/${collection}/by-slug/${own.body.slug}`,
            { author: ids.colleague },
            { as },
          )
          for (const reply of [made, handed, handedBySlug])
            if (isAllowed) assert.equal(reply.body.author, ids.colleague)
            else
              assert.deepEqual(
                [reply.status, reply.body.code, Object.keys(reply.body.data.params)],
                [403, 'rest_forbidden', ['author']],
              )
          if (isAllowed) continue
          const kept = await service.patch(
            `/${collection}/${own.body.id}`,
            { author: ids[role as Person] },
            { as },
          )
          assert.deepEqual([kept.status, kept.body.author], [200, ids[role as Person]])
        }
      })

      test('a new author owns the entry, and the previous one no longer does', async () => {
        const { id } = await make(collection, fields('Passed on'), ids.author, 'publish')
        await service.patch(
          `/${collection}/${id}`,
          { author: ids.colleague },
          { as: credentialsOf('editor') },
        )
        assert.equal(
          (await service.patch(`/${collection}/${id}`, {}, { as: credentialsOf('author') })).status,
          403,
        )
        assert.equal(
          (await service.patch(`/${collection}/${id}`, {}, { as: credentialsOf('colleague') })).status,
          200,
        )
      })

      test('a contributor may not set an image', async () => {
        const image = 'https://example.org/picture.png'
        for (const role of ['contributor', 'author', 'editor'] as const) {
          const as = credentialsOf(role)
          const { body: own } = await service.post(`/${collection}`, fields(`Pictured by ${role}`), { as })
          for (const reply of [
            await service.post(`/${collection}`, { ...fields(`Picture ${role}`), image }, { as }),
            await service.patch(`/${collection}/${own.id}`, { image }, { as }),
          ])
            if (role === 'contributor')
              assert.deepEqual(
                [reply.status, reply.body.code, Object.keys(reply.body.data.params)],
                [403, 'rest_forbidden', ['image']],
              )
            else assert.equal(reply.body.image.url, image)
          assert.equal((await service.patch(`/${collection}/${own.id}`, { image: '' }, { as })).status, 200)
        }
      })

      test('a contributor may send back the image that an editor has set', async () => {
        const as = credentialsOf('contributor')
        const { body: own } = await service.post(`/${collection}`, fields('Pictured by an editor'), { as })
        const image = 'https://example.org/of-an-editor.png'
        await service.patch(`/${collection}/${own.id}`, { image }, { as: credentialsOf('editor') })

        const { body } = await service.get(`/${collection}/${own.id}`, { as })
        for (const sent of [body, { image }, { image: body.image.id }]) {
          const reply = await service.patch(`/${collection}/${own.id}`, sent, { as })
          assert.deepEqual([reply.status, reply.body.image], [200, body.image])
        }
        const other = { ...body, image: 'https://example.org/another.png' }
        assert.equal((await service.patch(`/${collection}/${own.id}`, other, { as })).status, 403)
        assert.equal((await service.post(`/${collection}`, body, { as })).status, 403)
      })

      test('only editors delete permanently', async () => {
        for (const role of ['contributor', 'author'] as const) {
          const { id } = await make(collection, fields(`Not for ${role}`), ids[role], 'draft')
          const { status, body } = await service.delete(`/${collection}/${id}?force=true`, undefined, {
            as: credentialsOf(role),
          })
          assert.deepEqual(
            [status, body.code, Object.keys(body.data.params)],
            [403, 'rest_forbidden', ['force']],
          )
        }
        const { id } = await make(collection, fields('For good'), ids.author, 'trash')
        assert.equal(
          (
            await service.delete(`/${collection}/${id}?force=true`, undefined, {
              as: credentialsOf('editor'),
            })
          ).status,
          200,
        )
        assert.equal((await service.get(`/${collection}/${id}`, { as: credentialsOf('editor') })).status, 404)
      })

      test('a translation is edited and removed by those who edit the original', async () => {
        const { id } = await make(collection, fields('Original'), ids.colleague, 'publish')
        for (const role of everybody) {
          const as = credentialsOf(role)
          const expected = role === 'anonymous' ? 401 : isEditor(role) ? 200 : 403
          const told = { ...fields(`Traduit ${role}`), ml_language: 'fr' }
          const { status } = await service.patch(`/${collection}/${id}`, told, { as })
          assert.equal(status, expected, role)
          if (expected !== 200) await service.patch(`/${collection}/${id}`, told)
          const removed = await service.delete(`/${collection}/${id}/translations/fr`, undefined, { as })
          assert.equal(removed.status, expected, role)
        }
      })

      test('context=edit is for those who may edit it, and a refusal names it', async () => {
        const { id } = await make(collection, fields('Read to edit'), ids.author, 'publish')
        for (const role of ['anonymous', 'subscriber', 'contributor', 'colleague'] as const) {
          const as = credentialsOf(role)
          const { status, body } = await service.get(`/${collection}/${id}?context=edit`, { as })
          const params = { context: 'This requires permission to edit the resource.' }
          const expected = role === 'anonymous' ? { status: 401 } : { status: 403, params }
          assert.deepEqual([status, body.data], [expected.status, expected], role)
        }
        const own = await service.get(`/${collection}/${id}?context=edit`, { as: credentialsOf('author') })
        assert.equal(own.status, 200)
      })

      describe('lists', () => {
        const word = `listed${kind}`
        const titles: Record<string, number> = {}

        before(async () => {
          for (const owner of ['author', 'contributor', 'colleague'] as const)
            for (const state of states)
              titles[`${owner} ${state}`] = (
                await make(collection, fields(`${word} ${owner} ${state}`), ids[owner], state)
              ).id
        })

        const seen = async (role: Role, query: string): Promise<string[]> => {
          const { status, body } = await service.get(`/${collection}?search=${word}&per_page=50${query}`, {
            as: credentialsOf(role),
          })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.total, body[collection].length)
          const found = (body[collection] as Json[]).map(({ id }) => id as number)
          return Object.keys(titles).filter((title) => found.includes(titles[title]!))
        }
        const all = (owners: readonly string[], wanted: readonly string[]) =>
          owners.flatMap((owner) => wanted.map((state) => `${owner} ${state}`))
        const owners = ['author', 'contributor', 'colleague']
        const notTrash = states.filter((state) => state !== 'trash')
        const isIn = (list: readonly string[]) => (title: string) => list.includes(title)
        const inOrder = (list: readonly string[]) => Object.keys(titles).filter(isIn(list))

        test('by default: published entries, one’s own unpublished ones, and for editors all but the trash', async () => {
          const published = all(owners, ['publish'])
          assert.deepEqual(await seen('anonymous', ''), published)
          assert.deepEqual(await seen('subscriber', ''), published)
          for (const role of ['author', 'contributor'] as const)
            assert.deepEqual(await seen(role, ''), inOrder([...published, ...all([role], unpublished)]), role)
          for (const role of ['editor', 'administrator'] as const)
            assert.deepEqual(await seen(role, ''), inOrder(all(owners, notTrash)))
        })

        for (const state of [...unpublished, 'trash'])
          test(`status=${state}: one’s own, and for editors all`, async () => {
            for (const role of ['author', 'contributor'] as const)
              assert.deepEqual(await seen(role, `&status=${state}`), [`${role} ${state}`])
            assert.deepEqual(await seen('editor', `&status=${state}`), inOrder(all(owners, [state])))
            for (const role of ['anonymous', 'subscriber'] as const) {
              const { status, body } = await service.get(`/${collection}?status=${state}`, {
                as: credentialsOf(role),
              })
              assert.deepEqual([status, body.code], [403, 'rest_forbidden'], role)
            }
          })

        test('several, and any', async () => {
          assert.deepEqual(await seen('anonymous', '&status=publish'), all(owners, ['publish']))
          assert.deepEqual(await seen('author', '&status=publish'), all(owners, ['publish']))
          assert.deepEqual(
            await seen('author', '&status=publish,draft'),
            inOrder([...all(owners, ['publish']), 'author draft']),
          )
          assert.deepEqual(
            await seen('editor', '&status[]=publish&status[]=draft'),
            inOrder(all(owners, ['publish', 'draft'])),
          )
          assert.deepEqual(await seen('editor', '&status=any'), inOrder(all(owners, notTrash)))
          assert.deepEqual(await seen('editor', '&status=any,trash'), inOrder(all(owners, states)))
          assert.deepEqual(
            await seen('contributor', '&status=any'),
            inOrder([...all(owners, ['publish']), ...all(['contributor'], unpublished)]),
          )
          for (const status of ['any', 'publish,draft', 'trash,publish']) {
            const reply = await service.get(`/${collection}?status=${status}`)
            assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], status)
          }
        })

        test('context=edit and missing_translation are for those who may edit', async () => {
          for (const query of ['context=edit', 'missing_translation=fr']) {
            const told = await Promise.all(
              everybody.map(
                async (role) =>
                  (await service.get(`/${collection}?${query}`, { as: credentialsOf(role) })).status,
              ),
            )
            assert.deepEqual(told, [401, 403, 200, 200, 200, 200], query)
          }
        })
      })
    })

  for (const [collection, kind, makers] of [
    ['categories', 'category', ['author', 'editor', 'administrator']],
    ['tags', 'tag', ['editor', 'administrator']],
  ] as const)
    describe(collection, () => {
      for (const role of everybody)
        test(`${role} reads them${(makers as readonly Role[]).includes(role) ? ', and makes, changes and deletes them' : ' and no more'}`, async () => {
          const as = credentialsOf(role)
          const isMaker = (makers as readonly Role[]).includes(role)
          const refused = role === 'anonymous' ? 401 : 403
          const { id } = (await service.post(`/${collection}`, { name: `${kind} for ${role}` })).body
          assert.equal((await service.get(`/${collection}/${id}`, { as })).status, 200)
          assert.equal((await service.get(`/${collection}?hide_empty=0`, { as })).status, 200)
          const replies = [
            await service.post(`/${collection}`, { name: `${kind} by ${role}` }, { as }),
            await service.patch(`/${collection}/${id}`, { description: 'x' }, { as }),
            await service.patch(`/${collection}/${id}`, { name: 'x', ml_language: 'fr' }, { as }),
            await service.delete(`/${collection}/${id}/translations/fr`, undefined, { as }),
            await service.delete(`/${collection}/${id}`, undefined, { as }),
          ]
          const expected = isMaker ? [201, 200, 200, 200, 200] : replies.map(() => refused)
          assert.deepEqual(
            replies.map(({ status }) => status),
            expected,
            JSON.stringify(replies.map(({ body }) => body.code)),
          )
        })
    })

  describe('inside an event', () => {
    test('existing terms, venues and organizers are linked without any right on them', async () => {
      const category = (await service.post('/categories', { name: 'Theirs' })).body.id
      const tag = (await service.post('/tags', { name: 'theirs' })).body.id
      const venue = (await make('venues', { venue: 'Their hall' }, ids.colleague, 'publish')).id
      const organizer = (await make('organizers', { organizer: 'They' }, ids.colleague, 'publish')).id
      for (const role of ['contributor', 'author'] as const) {
        const fields = anEvent({ categories: [category], tags: [tag], venue, organizer })
        const { status, body } = await service.post('/events', fields, { as: credentialsOf(role) })
        assert.equal(status, 201, role)
        assert.deepEqual(
          [body.categories[0].id, body.tags[0].id, body.venue.id, body.organizer[0].id],
          [category, tag, venue, organizer],
        )
        const named = await service.post('/events', anEvent({ categories: ['theirs'], tags: ['THEIRS'] }), {
          as: credentialsOf(role),
        })
        assert.deepEqual(
          [named.status, named.body.categories?.[0].id, named.body.tags?.[0].id],
          [201, category, tag],
        )
      }
    })

    test('new terms need the right to make them', async () => {
      const cases: [Role, string, boolean][] = [
        ['contributor', 'categories', false],
        ['contributor', 'tags', false],
        ['author', 'categories', true],
        ['author', 'tags', false],
        ['editor', 'categories', true],
        ['editor', 'tags', true],
      ]
      for (const [role, name, isAllowed] of cases) {
        const as = credentialsOf(role)
        const { body: own } = await service.post('/events', anEvent(), { as })
        const replies = [
          await service.post('/events', anEvent({ [name]: [`New of ${role} at once`] }), { as }),
          await service.patch(`/events/${own.id}`, { [name]: `New of ${role} by id` }, { as }),
          await service.patch(`/events/by-slug/${own.slug}`, { [name]: [`New of ${role} by slug`] }, { as }),
        ]
        for (const { status, body } of replies)
          if (isAllowed) assert.equal(body[name].length, 1, `${role} ${name}`)
          else
            assert.deepEqual(
              [status, body.code, Object.keys(body.data.params)],
              [403, 'rest_forbidden', [name]],
              `${role} ${name}`,
            )
        const { body: found } = await service.get(`/${name}?hide_empty=0&search=New of ${role}`)
        assert.equal(found.total, isAllowed ? 3 : 0)
      }
    })

    test('all parameters that break a right are named at once', async () => {
      const fields = anEvent({
        title: 'Too much',
        categories: ['Never'],
        tags: ['never'],
        image: 'https://example.org/x.png',
        author: ids.editor,
      })
      const { status, body } = await service.post('/events', fields, { as: credentialsOf('contributor') })
      assert.equal(status, 403)
      assert.deepEqual(Object.keys(body.data.params).sort(), ['author', 'categories', 'image', 'tags'])
      for (const sentence of Object.values<string>(body.data.params)) assert.match(sentence, /^[A-Z].*\.$/)
    })

    test('resources that contributors create there follow the rules of their own create', async () => {
      const as = credentialsOf('contributor')
      const { body } = await service.post(
        '/events',
        anEvent({
          venue: { venue: 'Learned hall', status: 'publish' },
          organizer: { organizer: 'Learners' },
        }),
        { as },
      )
      const venue = await service.get(`/venues/${body.venue.id}`, { as })
      assert.deepEqual([venue.body.status, venue.body.author], ['pending', ids.contributor])
      assert.equal((await service.get(`/organizers/${body.organizer[0].id}`, { as })).body.status, 'draft')
      const image = 'https://example.org/x.png'
      for (const [parameter, fields] of [
        ['venue.image', { venue: { venue: 'Frescoed', image } }],
        ['organizer.image', { organizer: { organizer: 'Frescoed', image } }],
        ['venue.author', { venue: { venue: 'Frescoed too', author: ids.colleague } }],
        [
          'organizer.1.author',
          { organizer: [{ organizer: 'Mine' }, { organizer: 'Yours', author: ids.colleague }] },
        ],
      ] as const) {
        const reply = await service.post('/events', anEvent(fields), { as })
        assert.deepEqual(
          [reply.status, Object.keys(reply.body.data?.params ?? {})],
          [403, [parameter]],
          JSON.stringify(reply.body),
        )
      }
      assert.equal((await service.get('/venues?status=any&search=Frescoed', { as })).body.total, 0)
    })

    test('the data there is validated as in its own create', async () => {
      for (const [parameter, fields] of [
        ['venue.author', { venue: { venue: 'X', author: 999999 } }],
        ['venue.image', { venue: { venue: 'X', image: 999999 } }],
        ['organizer.email', { organizer: { organizer: 'X', email: 'nobody' } }],
        ['venue.geo_lng', { venue: { venue: 'X', geo_lat: 1 } }],
      ] as const) {
        const { status, body } = await service.post('/events', anEvent(fields))
        assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], JSON.stringify(body))
        assert.ok(
          Object.keys(body.data.params)[0]!.startsWith(parameter.split('.')[0]!),
          JSON.stringify(body.data.params),
        )
      }
    })
  })

  describe('credentials', () => {
    const header = (authorization: string) => ({ as: null, headers: { authorization } })
    const encoded = (text: string) => Buffer.from(text).toString('base64')

    test('Basic, in any case of the scheme and of the username', async () => {
      for (const authorization of [
        `Basic ${encoded('admin:secret')}`,
        `basic ${encoded('ADMIN:secret')}`,
        `BASIC   ${encoded('Admin:secret')}`,
      ])
        assert.equal(
          (await service.get('/events?context=edit', header(authorization))).status,
          200,
          authorization,
        )
    })

    test('blanks in an application password do not matter', async () => {
      const { body } = await service.post('//cal/admin/v1/users/me/application-passwords', { name: 'blanks' })
      for (const password of [
        body.password,
        body.password.replaceAll(' ', ''),
        ` ${body.password} `,
        'se cret',
      ])
        assert.equal(
          (await service.get('/events?context=edit', header(`Basic ${encoded(`admin:${password}`)}`))).status,
          200,
          password,
        )
    })

    test('no application password can pass for that of the settings', async () => {
      const path = '//cal/admin/v1/users/me/application-passwords'
      const as = { as: credentialsOf('subscriber') }
      const { status, body } = await service.post(path, { name: 'CALENDS_ADMIN' }, as)
      assert.deepEqual([status, body.data.details.name.code], [400, 'rest_reserved_name'])
      assert.equal((await service.get(path, as)).body.application_passwords.length, 1)
    })

    test('Bearer, with the token issued beside the password', async () => {
      const { body } = await service.post(
        '//cal/admin/v1/users/me/application-passwords',
        { name: 'token' },
        { as: credentialsOf('author') },
      )
      const me = await service.get('//cal/admin/v1/users/me', header(`Bearer ${body.token}`))
      assert.deepEqual([me.status, me.body.username], [200, 'author'])
      assert.equal((await service.get('/events', header(`bearer ${body.token}`))).status, 200)
      await service.delete(`//cal/admin/v1/users/me/application-passwords/${body.uuid}`, undefined, {
        as: credentialsOf('author'),
      })
      assert.equal((await service.get('/events', header(`Bearer ${body.token}`))).status, 401)
      assert.equal(
        (await service.get('/events', header(`Basic ${encoded(`author:${body.password}`)}`))).status,
        401,
      )
    })

    const wrong = [
      `Basic ${encoded('admin:wrong')}`,
      `Basic ${encoded('admin:')}`,
      `Basic ${encoded('admin')}`,
      `Basic ${encoded('nobody:secret')}`,
      `Basic ${encoded(':secret')}`,
      `Basic ${encoded('admin:SECRET')}`,
      'Basic',
      'Basic !!!',
      'Bearer',
      'Bearer cal_nothing',
      'Bearer secret',
      'Digest username="admin"',
      'nonsense',
    ]
    test('wrong ones are refused with one code, wherever they are presented', async () => {
      for (const authorization of wrong)
        for (const [method, path] of [
          ['GET', '/events'],
          ['GET', '/'],
          ['POST', '/tags'],
          ['GET', '/languages'],
        ] as const) {
          const { status, body, headers } = await service.request(
            method,
            path,
            undefined,
            header(authorization),
          )
          assert.deepEqual([status, body.code], [401, 'incorrect_credentials'], `${authorization} ${path}`)
          assert.match(headers.get('www-authenticate')!, /^Basic realm="[^"]+", charset="UTF-8"/)
        }
      const told = await Promise.all(
        [wrong[0]!, wrong[3]!].map(async (one) => (await service.get('/events', header(one))).text),
      )
      assert.equal(told[0], told[1])
    })

    test('of a request whose body takes long are those that hold when it has come', async () => {
      const users = '//cal/admin/v1/users'
      const makeUser = async (username: string) =>
        (await service.post(users, { username, role: 'editor', password: `password of ${username}` })).body
      const writeTag = (username: string, meanwhile: () => Promise<unknown>) =>
        slowly(service, {
          headers: header(`Basic ${encoded(`${username}:password of ${username}`)}`).headers,
          path: '/cal/events/v1/tags',
          body: JSON.stringify({ name: `Tag of ${username}` }),
          meanwhile,
        })
      const [removed, demoted, kept] = [
        await makeUser('removed'),
        await makeUser('demoted'),
        await makeUser('kept'),
      ]

      assert.equal(await writeTag('removed', () => service.delete(`${users}/${removed.id}`)), 401)
      assert.equal(
        await writeTag('demoted', () => service.patch(`${users}/${demoted.id}`, { role: 'subscriber' })),
        403,
      )
      assert.equal(await writeTag('kept', () => service.get('/tags')), 201)
      for (const { id } of [demoted, kept]) await service.delete(`${users}/${id}`)
    })

    test('no credentials are needed to read published entries', async () => {
      for (const path of ['/', '/languages', '/events', '/venues', '/organizers', '/categories', '/tags'])
        assert.equal((await service.get(path)).status, 200, path)
    })
  })
})
