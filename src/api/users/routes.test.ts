import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { onEachDatabase, type Json } from '../../../test/service.ts'

const users = '//cal/admin/v1/users'
const anybody = null

/** Every test uses new usernames, because they share a service. */
let number = 0
const nextName = () => `user-${String((number += 1)).padStart(4, '0')}`

onEachDatabase((service) => {
  const admin = { as: 'admin:secret' }
  let ann: Json
  let asAnn: { as: string }

  async function add(role: string, more: Json = {}) {
    const username = nextName()
    const { body } = await service.post(users, { username, role, password: `pass ${username}`, ...more })
    return { user: body, as: { as: `${username}:pass ${username}` } }
  }

  beforeEach(async () => {
    const made = await add('author', { name: 'Ann', email: 'ann@example.org' })
    ann = made.user
    asAnn = made.as
  })

  test('an application password is deleted as If-Match names it', async () => {
    const path = `${users}/me/application-passwords`
    const { body } = await service.post(path, { name: 'Phone' }, asAnn)
    const remove = (tag: string) =>
      service.delete(`${path}/${body.uuid}`, undefined, { ...asAnn, headers: { 'if-match': tag } })
    assert.equal((await remove('"x"')).status, 412)
    assert.equal((await service.get(path, asAnn)).body.application_passwords.length, 2)
    assert.equal((await remove('*')).status, 200)
  })

  describe('users', () => {
    test('an administrator creates a user, who can sign in with the returned password', async () => {
      const username = nextName()
      const { status, body, headers } = await service.post(users, {
        username,
        role: 'contributor',
        name: '<b>Bea</b>',
        password: 'grün: and blanks',
      })

      assert.equal(status, 201)
      assert.deepEqual(body, {
        id: body.id,
        username,
        name: 'Bea',
        email: '',
        role: 'contributor',
        registered_utc: '2026-11-21 12:00:00',
      })
      assert.equal(headers.get('location'), `${service.origin}/cal/admin/v1/users/${body.id}`)
      assert.equal((await service.get(`${users}/me`, { as: `${username}:grün: and blanks` })).status, 200)
    })

    test('missing parameters are reported first, then all invalid ones, then missing permissions', async () => {
      const missing = await service.post(users, { role: 'king' }, { as: anybody })
      assert.deepEqual(missing.body.data, { status: 400, params: ['username'] })

      const fields = { username: 'a:b', role: 'king', email: 'nowhere', password: '' }
      const invalid = await service.post(users, fields, { as: anybody })
      assert.equal(invalid.body.code, 'rest_invalid_param')
      assert.deepEqual(Object.keys(invalid.body.data.params), ['username', 'role', 'email', 'password'])

      const sound = { username: nextName(), role: 'author' }
      assert.equal((await service.post(users, sound, { as: anybody })).status, 401)
      assert.equal((await service.post(users, sound, asAnn)).status, 403)
    })

    test('a username in use is invalid regardless of case; only administrators learn which are in use', async () => {
      const fields = { username: ann.username.toUpperCase(), role: 'author' }

      const refused = await service.post(users, { ...fields, email: 'nowhere' })
      assert.equal(refused.status, 400)
      assert.deepEqual(Object.keys(refused.body.data.params).sort(), ['email', 'username'])
      assert.equal(refused.body.data.details.username.code, 'rest_username_taken')
      assert.equal((await service.post(users, fields, { as: anybody })).status, 401)
      assert.equal((await service.post(users, fields, asAnn)).status, 403)
      assert.equal((await service.patch(`${users}/1`, { username: ann.username })).status, 400)
      assert.equal((await service.patch(`${users}/${ann.id}`, { username: ann.username })).status, 200)
    })

    test('a creation repeated with the same key is answered again, also while its username is in use', async () => {
      const fields = { username: nextName(), role: 'author', password: 'nobody guesses this one' }
      const once = { headers: { 'idempotency-key': fields.username } }
      const create = (more: Json = {}) => service.post(users, { ...fields, ...more }, once)

      const [first, second] = [await create(), await create()]
      assert.deepEqual([second.status, second.body], [201, first.body])
      assert.equal(second.headers.get('location'), first.headers.get('location'))
      assert.equal((await create({ username: nextName() })).body.code, 'rest_idempotency_key_reused')
      assert.equal((await create({ password: 'somebody else, another one' })).status, 201)
      assert.equal(
        (await service.get(`${users}/me`, { as: `${fields.username}:${fields.password}` })).status,
        200,
      )
    })

    test('of several concurrent requests for the same username, one succeeds', async () => {
      const fields = { username: nextName(), role: 'author' }

      const answers = await Promise.all(Array.from({ length: 5 }, () => service.post(users, fields)))

      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400])
    })

    test('the list can be searched, filtered by role, and paged', async () => {
      const word = 'Quartet'
      for (const name of ['c', 'A', 'b']) await add('editor', { name: `${word} ${name}` })
      await add('author', { name: word })

      const { body, headers } = await service.get(`${users}?search=${word}&role=editor&per_page=2`, admin)

      assert.deepEqual(
        body.users.map((user: Json) => user.name),
        [`${word} c`, `${word} A`],
      )
      assert.deepEqual([body.total, body.total_pages], [3, 2])
      assert.deepEqual([headers.get('x-total'), headers.get('x-total-pages')], ['3', '2'])
      assert.match(body.rest_url, /search=Quartet&role=editor/)
      assert.equal((await service.get(body.next_rest_url, admin)).body.users.length, 1)
      assert.deepEqual((await service.get(`${users}?page=99`, admin)).body.users, [])
    })

    test('editors read the names of users, and nothing else of them', async () => {
      const editor = await add('editor', { name: 'Bea', email: 'bea@example.org' })
      const unnamed = await add('subscriber')

      const { body } = await service.get(`${users}/names?per_page=100`, editor.as)

      const listed = (id: number) => body.names.filter((one: Json) => one.id === id)
      assert.deepEqual(listed(editor.user.id), [{ id: editor.user.id, name: 'Bea' }])
      assert.deepEqual(listed(unnamed.user.id), [{ id: unnamed.user.id, name: unnamed.user.username }])
      const [first] = (await service.get(`${users}/names?per_page=1`, editor.as)).body.names
      assert.deepEqual(first, body.names[0])
      assert.equal((await service.get(`${users}/names`, asAnn)).status, 403)
      assert.equal((await service.get(`${users}/names`)).status, 401)
    })

    test('only administrators can list users', async () => {
      assert.equal((await service.get(`${users}?role=king`)).status, 400)
      assert.equal((await service.get(users)).status, 401)
      assert.equal((await service.get(users, asAnn)).status, 403)
    })

    test('administrators and the users themselves can read a user', async () => {
      assert.deepEqual((await service.get(`${users}/${ann.id}`, admin)).body, ann)
      assert.deepEqual((await service.get(`${users}/${ann.id}`, asAnn)).body, ann)
      assert.equal((await service.get(`${users}/${ann.id}`)).status, 401)
    })

    test('only administrators learn which users exist', async () => {
      for (const id of ['1', '999999', '99999999999999999999']) {
        assert.equal((await service.get(`${users}/${id}`, asAnn)).status, 403)
        assert.equal((await service.patch(`${users}/${id}`, { name: 'x' }, asAnn)).status, 403)
        assert.equal((await service.delete(`${users}/${id}`, undefined, asAnn)).status, 403)
        assert.equal((await service.get(`${users}/${id}/application-passwords`, asAnn)).status, 403)
      }
      for (const id of ['999999', '99999999999999999999']) {
        const { status, body } = await service.get(`${users}/${id}`, admin)
        assert.deepEqual([status, body.code], [404, 'rest-user-not-found'])
      }
      assert.equal((await service.get(`${users}/nobody`, admin)).body.code, 'rest_no_route')
    })

    test('POST, PUT and PATCH all merge', async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { status, body } = await service.request(method, `${users}/${ann.id}`, { name: method })
        assert.deepEqual([status, body], [200, { ...ann, name: method }])
      }
      const { body } = await service.patch(`${users}/${ann.id}`, { name: null, email: '', role: 'editor' })
      assert.deepEqual(body, { ...ann, name: 'PATCH', email: '', role: 'editor' })
    })

    test('an update rejects an empty username or role', async () => {
      const { status, body } = await service.patch(`${users}/${ann.id}`, { username: '', role: '' })

      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.data.params), ['username', 'role'])
    })

    test('users can change their own name and e-mail address, but not their permissions', async () => {
      const own = await service.patch(`${users}/${ann.id}`, { ...ann, name: 'Anna' }, asAnn)
      assert.deepEqual([own.status, own.body.name], [200, 'Anna'])
      assert.equal((await service.patch(`${users}/me`, { email: 'a@example.org' }, asAnn)).status, 200)

      const { status, body } = await service.patch(
        `${users}/${ann.id}`,
        { role: 'administrator', username: 'root' },
        asAnn,
      )
      assert.deepEqual([status, body.code], [403, 'rest_forbidden'])
      assert.deepEqual(Object.keys(body.data.params), ['username', 'role'])
    })

    test('a new password replaces the former one', async () => {
      await service.patch(`${users}/me`, { password: 'new one' }, asAnn)

      assert.equal((await service.get(`${users}/me`, asAnn)).status, 401)
      assert.equal((await service.get(`${users}/me`, { as: `${ann.username}:new one` })).status, 200)
    })

    test('a change of role takes effect immediately', async () => {
      const venue = { venue: 'Hall' }
      assert.equal((await service.post('/venues', venue, asAnn)).status, 201)
      await service.patch(`${users}/${ann.id}`, { role: 'subscriber' })
      assert.equal((await service.post('/venues', venue, asAnn)).status, 403)
    })

    test('a change of role is not undone by users who send their former one back meanwhile', async () => {
      for (const role of ['editor', 'administrator']) {
        const { user, as } = await add(role)
        const path = `${users}/${user.id}`
        await service.get(path, as)
        const slow = service.patch(path, { role, password: `again ${user.username}` }, as)
        await service.patch(path, { role: 'subscriber' }, admin)
        assert.equal((await slow).status, 403)
        assert.equal((await service.get(path, admin)).body.role, 'subscriber')
      }
    })

    test('an update of a user that has changed meanwhile is rejected', async () => {
      const etag = (await service.get(`${users}/${ann.id}`, admin)).headers.get('etag')!
      const headers = { 'if-match': etag }

      assert.equal((await service.patch(`${users}/${ann.id}`, { name: 'A' }, { headers })).status, 200)
      assert.equal((await service.patch(`${users}/${ann.id}`, { name: 'B' }, { headers })).status, 412)
      assert.equal((await service.delete(`${users}/${ann.id}`, undefined, { headers })).status, 412)
    })

    test('a user who owns entries can be deleted only if they are reassigned', async () => {
      const { user: heir } = await add('author')
      const { body: venue } = await service.post('/venues', { venue: 'Hall' }, asAnn)
      const path = `${users}/${ann.id}`

      const owns = await service.delete(path)
      assert.deepEqual([owns.status, owns.body.code, owns.body.data.count], [409, 'user-owns-content', 1])
      for (const reassign of [ann.id, 999999, 0, 'x', '']) {
        const { status, body } = await service.delete(`${path}?reassign=${reassign}`)
        assert.deepEqual([status, Object.keys(body.data.params)], [400, ['reassign']])
      }
      const { status, body } = await service.delete(path, { reassign: heir.id })
      assert.deepEqual([status, body], [200, ann])
      assert.equal((await service.get(`/venues/${venue.id}`)).body.author, heir.id)
      assert.equal((await service.delete(path)).status, 404)
      assert.equal((await service.get('/venues', asAnn)).status, 401)
    })

    test('users cannot delete themselves, and the last administrator cannot be deleted', async () => {
      assert.equal((await service.delete(`${users}/${ann.id}`, undefined, asAnn)).status, 403)
      assert.equal((await service.delete(`${users}/${ann.id}`, undefined, { as: anybody })).status, 401)

      const { body: me } = await service.get(`${users}/me`, admin)
      assert.equal((await service.delete(`${users}/${me.id}`)).body.code, 'last-administrator')
      assert.equal((await service.patch(`${users}/me`, { role: 'editor' })).status, 409)
    })

    test('signed-in users can read their own account and permissions', async () => {
      assert.deepEqual((await service.get(`${users}/me`, asAnn)).body, {
        ...ann,
        capabilities: {
          create_events: true,
          publish: true,
          edit_others: false,
          manage_categories: true,
          manage_tags: false,
          upload_media: true,
          manage_users: false,
        },
      })
      assert.equal((await service.get(`${users}/me`)).status, 401)
      const wrong = await service.get(`${users}/me`, { as: 'admin:wrong' })
      assert.deepEqual([wrong.status, wrong.body.code], [401, 'incorrect_credentials'])
      assert.ok(wrong.headers.get('www-authenticate'))
    })

    test('users are in a namespace of their own', async () => {
      assert.equal((await service.get('/users', admin)).status, 404)
      assert.equal((await service.request('PUT', users, {})).status, 405)
    })
  })

  describe('application passwords', () => {
    const own = `${users}/me/application-passwords`

    test('one that is asked for again with the same key replaces the one whose response was lost', async () => {
      const once = { ...asAnn, headers: { 'idempotency-key': 'phone' } }
      const ask = (fields: Json = { name: 'Phone' }) => service.post(own, fields, once)
      const countOf = async () => (await service.get(own, asAnn)).body.application_passwords.length as number
      const statusWith = async ({ password }: Json) =>
        (await service.get(own, { as: `${ann.username}:${password}` })).status
      const before = await countOf()

      const [{ body: lost }, { body: next }, { status, body: last }] = [await ask(), await ask(), await ask()]
      assert.equal(status, 201)
      assert.equal(await countOf(), before + 1)
      assert.deepEqual(await Promise.all([lost, next, last].map(statusWith)), [401, 401, 200])
      assert.equal((await ask({ name: 'Tablet' })).body.code, 'rest_idempotency_key_reused')

      await service.delete(`${own}/${last.uuid}`, undefined, asAnn)
      assert.equal((await ask()).status, 201)
    })

    test('a user creates one, and signs in with it or with its token', async () => {
      const { status, body } = await service.post(own, { name: 'Phone' }, asAnn)

      assert.equal(status, 201)
      assert.deepEqual(Object.keys(body), ['uuid', 'name', 'password', 'token', 'created_utc'])
      assert.equal((await service.get(own, { as: `${ann.username}:${body.password}` })).status, 200)
      const bearer = { headers: { authorization: `Bearer ${body.token}` } }
      assert.equal((await service.get(`${users}/me`, bearer)).body.id, ann.id)
    })

    test('the list never contains secrets', async () => {
      const { body: made } = await service.post(
        own,
        { name: 'Phone', expires: '2027-01-10T12:00:00+01:00' },
        asAnn,
      )

      const { body, text } = await service.get(own, asAnn)

      assert.deepEqual(
        body.application_passwords.find(({ uuid }: Json) => uuid === made.uuid),
        {
          uuid: made.uuid,
          name: 'Phone',
          created_utc: '2026-11-21 12:00:00',
          expires_utc: '2027-01-10 11:00:00',
        },
      )
      for (const secret of [made.password, made.token, 'argon2']) assert.ok(!text.includes(secret))
    })

    test('a name is required, and the expiry must be in the future', async () => {
      const { body: missing } = await service.post(own, { expires: 'never' }, asAnn)
      assert.deepEqual(missing.data.params, ['name'])
      for (const expires of ['2026-11-21 12:00:00', '2027-02-30', 'whenever']) {
        const { status, body } = await service.post(own, { name: 'Phone', expires }, asAnn)
        assert.deepEqual([status, Object.keys(body.data.params)], [400, ['expires']])
      }
      assert.equal((await service.post(own, { name: 'Phone', expires: 'tomorrow' }, asAnn)).status, 201)
    })

    test('a deleted one is no longer accepted', async () => {
      const { body: made } = await service.post(own, { name: 'Phone' }, asAnn)
      const { password, token, ...shown } = made

      const { status, body } = await service.delete(`${own}/${made.uuid}`, undefined, asAnn)

      assert.deepEqual([status, body], [200, shown])
      const again = await service.delete(`${own}/${made.uuid}`, undefined, asAnn)
      assert.deepEqual([again.status, again.body.code], [404, 'rest-application-password-not-found'])
      const bearer = { headers: { authorization: `Bearer ${token}` } }
      assert.equal((await service.get(own, bearer)).status, 401)
      assert.equal((await service.get(own, { as: `${ann.username}:${password}` })).status, 401)
    })

    test('administrators manage those of all users, others only their own', async () => {
      const path = `${users}/${ann.id}/application-passwords`
      const { as: asBob } = await add('editor')

      const { status, body: made } = await service.post(path, { name: 'Lent' })

      assert.equal(status, 201)
      assert.equal((await service.get(path, asAnn)).body.application_passwords.length, 2)
      assert.equal((await service.post(path, { name: 'Stolen' }, asBob)).status, 403)
      assert.equal((await service.delete(`${path}/${made.uuid}`, undefined, asBob)).status, 403)
      assert.equal((await service.delete(`${own}/${made.uuid}`, undefined, asBob)).status, 404)
      assert.equal((await service.delete(`${path}/${made.uuid}`)).status, 200)
      assert.equal((await service.post(path, { name: 'x' }, { as: anybody })).status, 401)
      assert.equal((await service.get(`${users}/999999/application-passwords`, admin)).status, 404)
      assert.equal((await service.delete(`${path}/%00`)).status, 404)
    })
  })
})
