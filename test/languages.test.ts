import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kinds } from './kinds.ts'
import { credentialsOf, makePeople } from './people.ts'
import { administrator, anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** The language rules of the interface (interface: Languages), one by one; `languages-table.test.ts` covers the operations. */

async function made(service: Service, path: string, fields: Json, status = 201): Promise<Json> {
  const reply = await service.post(path, fields)
  assert.equal(reply.status, status, reply.text)
  return reply.body
}

const event = (service: Service, fields: Json) => made(service, '/events', anEvent(fields))

async function translate(service: Service, path: string, language: string, fields: Json): Promise<Json> {
  const reply = await service.patch(`${path}?ml_language=${language}`, fields)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

const titlesOf = (body: Json, name = 'events', title = 'title') => body[name].map((one: Json) => one[title])

describe('which language is meant', () => {
  onEachDatabase((service) => {
    const trilingual = async (title: string) => {
      const { id } = await event(service, { title })
      await translate(service, `/events/${id}`, 'fr', { title: `${title} en français` })
      await translate(service, `/events/${id}`, 'de', { title: `${title} auf Deutsch` })
      return id as number
    }

    test('the parameter wins over the segment of the URL, the body over the query', async () => {
      const id = await trilingual('Precedence')
      const read = await service.get(`//fr/cal/events/v1/events/${id}?ml_language=de`)
      assert.equal(read.body.language, 'de')
      const path = `//fr/cal/events/v1/events/${id}?ml_language=en`
      const written = await service.patch(path, { title: 'Rangfolge', ml_language: 'de' })
      assert.equal(written.body.translations.de.title, 'Rangfolge')
      assert.equal(written.body.translations.fr.title, 'Precedence en français')
      assert.equal(written.body.translations.en.title, 'Precedence')
    })

    test('forms specify the language like JSON', async () => {
      const { id } = await event(service, { title: 'Form' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await service.patch(`/events/${id}`, 'title=Formulaire&ml_language=fr', { headers })
      assert.equal(reply.body.translations.fr.title, 'Formulaire')
      assert.equal(reply.body.translations.en.title, 'Form')
    })

    test('Accept-Language chooses no data', async () => {
      const id = await trilingual('Header')
      const headers = { 'accept-language': 'fr' }
      assert.equal((await service.get(`/events/${id}`, { headers })).body.title, 'Header')
      const list = await service.get(`/events?include=${id}`, { headers })
      assert.deepEqual(titlesOf(list.body), ['Header'])
      const { body } = await service.post('/events', anEvent({ title: 'Accepted' }), { headers })
      assert.equal(body.original_language, 'en')
    })

    test('null means no language, an empty string is rejected', async () => {
      const { body } = await service.post('/events', anEvent({ title: 'Nothing said', ml_language: null }))
      assert.equal(body.original_language, 'en')
      const refused = await service.post('/events', anEvent({ ml_language: '' }))
      assert.equal(refused.status, 400)
      assert.deepEqual(Object.keys(refused.body.data.params), ['ml_language'])
    })

    test('a wrong code is refused by every operation, which names the allowed ones', async () => {
      const id = await trilingual('Wrong code')
      const { body: discovery } = await service.get('/')
      for (const [pattern, route] of Object.entries<Json>(discovery.routes))
        for (const { methods, args } of route.endpoints) {
          if (args.ml_language === undefined && pattern.includes('/doc')) continue
          assert.deepEqual(args.ml_language?.enum, ['en', 'fr', 'de'], `${methods} ${pattern}`)
          const path = pattern
            .replace('/cal/events/v1', '')
            .replace(/\(\?P<id>.*?\)/, String(id))
            .replace(/\(\?P<(?:slug|lang)>.*?\)/, 'fr')
          for (const method of methods)
            for (const code of ['it', 'FR', 'fr-CH', 'en,fr']) {
              const reply = await service.request(method, `${path}?ml_language=${code}`)
              assert.equal(reply.status, 400, `${method} ${path} ${code}: ${reply.text}`)
              const lacking = reply.body.code === 'rest_missing_callback_param'
              if (!lacking) assert.match(reply.body.data.params.ml_language, /en, fr, de/)
            }
        }
    })
  })
})

describe('reading one', () => {
  onEachDatabase((service) => {
    test('an untranslated field is returned in the original language', async () => {
      const original = {
        title: 'Harbour',
        description: '<p>Ships</p>',
        excerpt: '<p>Old ships</p>',
        website: 'https://en.example',
      }
      const { id } = await event(service, original)
      const partly = await translate(service, `/events/${id}`, 'fr', {
        title: 'Port',
        excerpt: '<p>Vieux bateaux</p>',
      })
      assert.equal(partly.title, 'Port')
      assert.equal(partly.excerpt, '<p>Vieux bateaux</p>')
      assert.equal(partly.description, '<p>Ships</p>')
      assert.equal(partly.website, 'https://en.example')
      assert.equal(partly.language, 'fr')
      assert.equal(partly.is_fallback, true)
      const wholly = await translate(service, `/events/${id}`, 'fr', { description: 'Bateaux' })
      assert.equal(wholly.is_fallback, false)
    })

    test('an amount is the same in every language; words are not', async () => {
      const { id } = await event(service, { title: 'Priced', cost: '20' })
      const amount = await translate(service, `/events/${id}`, 'fr', { title: 'Payant' })
      assert.equal(amount.cost, '$20')
      assert.equal(amount.is_fallback, false)
      await service.patch(`/events/${id}`, { cost: 'Pay what you want' })
      const { body: words } = await service.get(`/events/${id}?ml_language=fr`)
      assert.equal(words.cost, 'Pay what you want')
      assert.equal(words.is_fallback, true)
      const translation = await translate(service, `/events/${id}`, 'fr', { cost: 'Prix libre' })
      assert.equal(translation.cost, 'Prix libre')
      assert.equal((await service.get(`/events/${id}`)).body.cost, 'Pay what you want')
    })

    test('a field cleared in a translation falls back again; in the original it stays empty', async () => {
      const { id } = await event(service, { title: 'Cleared', description: '<p>English</p>' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Vidé', description: 'Français' })
      const cleared = await translate(service, `/events/${id}`, 'fr', { description: '' })
      assert.equal(cleared.description, '<p>English</p>')
      await translate(service, `/events/${id}`, 'fr', { description: 'Français' })
      await translate(service, `/events/${id}`, 'en', { description: '' })
      assert.equal((await service.get(`/events/${id}`)).body.description, '')
      assert.equal((await service.get(`/events/${id}?ml_language=fr`)).body.description, '<p>Français</p>')
    })

    test('a name cleared in a translation falls back too, with its slug; in the original it is refused', async () => {
      const { id } = await event(service, { title: 'Named' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Nommé', description: 'Français' })
      const cleared = await translate(service, `/events/${id}`, 'fr', { title: '', slug: '' })
      assert.deepEqual(
        [cleared.title, cleared.slug, cleared.description],
        ['Named', 'named', '<p>Français</p>'],
      )
      const named = await translate(service, `/events/${id}`, 'fr', { title: 'Nommé' })
      assert.deepEqual([named.title, named.slug], ['Nommé', 'nomme'])
      for (const [path, name] of [
        ['events', 'title'],
        ['venues', 'venue'],
        ['organizers', 'organizer'],
        ['categories', 'name'],
        ['tags', 'name'],
      ] as const) {
        const whole = path === 'events' ? anEvent() : { [name]: `Cleared ${path}` }
        const { body } = await service.post(`/${path}`, whole)
        await translate(service, `/${path}/${body.id}`, 'fr', { [name]: `Vidé ${path}` })
        assert.equal(
          (await translate(service, `/${path}/${body.id}`, 'fr', { [name]: '' }))[name],
          body[name],
        )
        for (const as of ['admin:secret', null]) {
          const refused = await service.patch(`/${path}/${body.id}`, { [name]: ' ' }, { as })
          assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, [name]])
        }
      }
    })

    test('a German title is never combined with an English description if there is a German one', async () => {
      const texts: Json = {
        en: { title: 'Evening', description: '<p>Songs</p>', excerpt: '<p>Short</p>' },
        de: { title: 'Abend', description: '<p>Lieder</p>', excerpt: '<p>Kurz</p>' },
        fr: { title: 'Soirée', description: '<p>Chansons</p>', excerpt: '<p>Bref</p>' },
      }
      const { id } = await event(service, texts.en)
      for (const language of ['de', 'fr'])
        await translate(service, `/events/${id}`, language, texts[language])
      for (const [language, { title, description, excerpt }] of Object.entries<Json>(texts)) {
        const { body } = await service.get(`/events/${id}?ml_language=${language}`)
        assert.deepEqual(
          { title: body.title, description: body.description, excerpt: body.excerpt },
          { title, description, excerpt },
        )
        const { body: list } = await service.get(`/events?include=${id}&ml_language=${language}`)
        assert.equal(list.events[0].title, title)
        assert.equal(list.events[0].description, description)
        assert.equal(list.events[0].excerpt, excerpt)
      }
    })

    for (const { name, title, make } of kinds)
      test(`ml_fallback=none returns 404 if ${name} have no text in the language`, async () => {
        const { id } = await made(service, `/${name}`, make({ [title]: 'No fallback' }))
        const missing = await service.get(`/${name}/${id}?ml_language=fr&ml_fallback=none`)
        assert.equal(missing.status, 404)
        assert.equal(missing.body.code, 'translation-not-found')
        const bySegment = await service.get(`//fr/cal/events/v1/${name}/${id}?ml_fallback=none`)
        assert.equal(bySegment.status, 404)
        assert.equal((await service.get(`/${name}/${id}?ml_fallback=none`)).status, 200)
        await translate(service, `/${name}/${id}`, 'fr', { [title]: 'Sans repli' })
        const there = await service.get(`/${name}/${id}?ml_language=fr&ml_fallback=none`)
        assert.equal(there.body[title], 'Sans repli')
        const original = await service.get(`/${name}/${id}?ml_language=de&ml_fallback=original`)
        assert.equal(original.body[title], 'No fallback')
        assert.equal((await service.get(`/${name}/${id}?ml_fallback=yes`)).status, 400)
      })

    test('translations name slug, page, address, title and time of each language', async () => {
      const { id } = await event(service, { title: 'Told of' })
      service.now += 60
      await translate(service, `/events/${id}`, 'fr', { title: 'Raconté' })
      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(body.translations, {
        en: {
          slug: 'told-of',
          url: `${service.origin}/event/told-of/`,
          rest_url: `${service.base}/events/${id}?ml_language=en`,
          title: 'Told of',
          modified_utc: '2026-11-21 12:00:00',
        },
        fr: {
          slug: 'raconte',
          url: `${service.origin}/fr/event/raconte/`,
          rest_url: `${service.base}/events/${id}?ml_language=fr`,
          title: 'Raconté',
          modified_utc: '2026-11-21 12:01:00',
        },
      })
      for (const { rest_url, title } of Object.values<Json>(body.translations))
        assert.equal((await service.get(rest_url)).body.title, title)
    })

    test('a translation without its own slug uses that of the original, for every caller', async () => {
      const { id } = await event(service, { title: 'Slugless' })
      await translate(service, `/events/${id}`, 'fr', { description: 'Sans titre' })
      await translate(service, `/events/${id}`, 'de', { title: 'Mit Titel' })
      for (const language of ['en', 'fr', 'de']) {
        const { body } = await service.get(`/events/${id}?ml_language=${language}`)
        assert.equal(body.translations.fr.slug, 'slugless')
        assert.equal(body.translations.fr.title, 'Slugless')
      }
    })

    test('single reads link to each language, and contain their own', async () => {
      const { id } = await event(service, { title: 'Alternate' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Autre' })
      const { headers, body } = await service.get(`/events/${id}?ml_language=fr`)
      assert.equal(headers.get('content-language'), 'fr')
      const links = ['en', 'fr'].map(
        (language) =>
          `<${service.base}/events/${id}?ml_language=${language}>; rel="alternate"; hreflang="${language}"`,
      )
      assert.equal(headers.get('link'), links.join(', '))
      assert.equal(body.json_ld.inLanguage, 'fr')
      assert.equal((await service.get(`/events/${id}?ml_language=de`)).body.json_ld.inLanguage, 'en')
    })

    test('the validator of one language is none of another', async () => {
      const { id } = await event(service, { title: 'Same' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Same', slug: 'same' })
      const tags = await Promise.all(
        ['', '?ml_language=en', '?ml_language=fr', '?ml_language=de'].map(async (query) => {
          const { headers } = await service.get(`/events/${id}${query}`)
          return headers.get('etag')!
        }),
      )
      assert.equal(tags[0], tags[1])
      assert.notEqual(tags[1], tags[2])
      const headers = { 'if-none-match': tags[1]! }
      assert.equal((await service.get(`/events/${id}`, { headers })).status, 304)
      assert.equal((await service.get(`/events/${id}?ml_language=fr`, { headers })).status, 200)
      const empty = await Promise.all(
        ['en', 'fr'].map((language) =>
          service.get(`/events?search=nowhere-to-be-found&ml_language=${language}`),
        ),
      )
      assert.notEqual(empty[0]!.headers.get('etag'), empty[1]!.headers.get('etag'))
    })

    test('linked resources are returned in the requested language, with fallback', async () => {
      const venue = await made(service, '/venues', { venue: 'Town hall', city: 'Geneva' })
      await translate(service, `/venues/${venue.id}`, 'fr', { venue: 'Mairie', city: 'Genève' })
      const organizer = await made(service, '/organizers', { organizer: 'Town' })
      const tag = await made(service, '/tags', { name: 'outdoors' })
      await translate(service, `/tags/${tag.id}`, 'fr', { name: 'plein air' })
      const links = { venue: venue.id, organizer: organizer.id, tags: [tag.id] }
      const { id } = await event(service, { title: 'Linked', ...links })
      for (const path of [`/events/${id}?ml_language=fr`, `//fr/cal/events/v1/events/${id}`]) {
        const { body } = await service.get(path)
        assert.equal(body.title, 'Linked')
        assert.equal(body.venue.venue, 'Mairie')
        assert.equal(body.venue.city, 'Genève')
        assert.equal(body.tags[0].name, 'plein air')
        assert.equal(body.organizer[0].organizer, 'Town')
      }
      const { body: list } = await service.get(`/events?include=${id}&ml_language=fr&ml_fallback=original`)
      assert.equal(list.events[0].venue.venue, 'Mairie')
    })
  })
})

describe('slugs', () => {
  onEachDatabase((service) => {
    test('updates and deletes by slug speak of the language of the slug, unless one is named', async () => {
      const { id } = await event(service, { title: 'By slug' })
      await translate(service, `/events/${id}`, 'de', { title: 'Nach Kürzel' })
      await service.patch('/events/by-slug/nach-kurzel', { title: 'Nach neuem Kürzel' })
      await service.patch('/events/by-slug/nach-kurzel?ml_language=en', { title: 'By new slug' })
      await service.patch('//fr/cal/events/v1/events/by-slug/nach-kurzel', { title: 'Selon' })
      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(
        Object.entries<Json>(body.translations).map(([language, { title, slug }]) => [language, title, slug]),
        [
          ['de', 'Nach neuem Kürzel', 'nach-kurzel'],
          ['en', 'By new slug', 'by-slug'],
          ['fr', 'Selon', 'selon'],
        ],
      )
      const removed = await service.delete('/events/by-slug/selon')
      assert.equal(removed.body.language, 'fr')
      for (const slug of ['by-slug', 'nach-kurzel', 'selon'])
        assert.equal((await service.get(`/events/by-slug/${slug}`)).status, 404)
    })

    test('slugs are unique across languages, but the texts of one resource share theirs', async () => {
      const first = await event(service, { title: 'Jazz' })
      const second = await translate(service, `/events/${first.id}`, 'fr', { title: 'Jazz' })
      assert.equal(second.slug, 'jazz')
      const third = await event(service, { title: 'Jazz', ml_language: 'de' })
      assert.equal(third.slug, 'jazz-2')
      await translate(service, `/events/${first.id}`, 'de', { title: 'Musik' })
      const taken = await service.patch(`/events/${third.id}?ml_language=en`, { title: 'x', slug: 'musik' })
      assert.equal(taken.status, 409)
      assert.equal(taken.body.code, 'slug-taken')
      await service.delete(`/events/${first.id}/translations/de`)
      const free = await service.patch(`/events/${third.id}?ml_language=en`, { title: 'x', slug: 'musik' })
      assert.equal(free.body.slug, 'musik')
    })

    test('a shared slug belongs to the language of the request, else to the original', async () => {
      const { id } = await event(service, { title: 'Forum', ml_language: 'fr' })
      await translate(service, `/events/${id}`, 'de', { title: 'Forum' })
      const languageOf = async (root: string) =>
        (await service.get(`${root}/events/by-slug/forum`)).body.language
      assert.equal(await languageOf('//de/cal/events/v1'), 'de')
      assert.equal(await languageOf(''), 'fr')
      await translate(service, `/events/${id}`, 'en', { title: 'Forum' })
      assert.equal(await languageOf(''), 'en')
    })

    test('texts that share a slug still do after the trash, where another has taken it', async () => {
      const { id } = await event(service, { title: 'Atlas' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Atlas' })
      await service.delete(`/events/${id}`)
      await event(service, { title: 'Atlas' })
      const { body } = await service.patch(`/events/${id}`, { status: 'publish' })
      assert.deepEqual([body.slug, body.translations.fr.slug], ['atlas-2', 'atlas-2'])
    })

    test('a slug is derived from the title in its own language', async () => {
      const { id } = await event(service, { title: 'Opening' })
      const german = await translate(service, `/events/${id}`, 'de', { title: 'Eröffnung' })
      assert.equal(german.slug, 'eroffnung')
      const renamed = await translate(service, `/events/${id}`, 'de', { slug: '' })
      assert.equal(renamed.slug, 'eroffnung')
      assert.equal((await service.get(`/events/${id}`)).body.slug, 'opening')
    })
  })
})

describe('lists', () => {
  onEachDatabase((service) => {
    test('next pages stay in the language', async () => {
      for (const title of ['Une', 'Deux', 'Trois']) await event(service, { title, ml_language: 'fr' })
      await event(service, { title: 'One' })
      const first = await service.get('/events?ml_language=fr&per_page=2')
      assert.equal(first.body.total, 3)
      assert.equal(first.body.total_pages, 2)
      assert.match(first.body.rest_url, /ml_language=fr/)
      const second = await service.get(first.body.next_rest_url)
      assert.deepEqual(titlesOf(second.body), ['Trois'])
      const widened = await service.get('/events?ml_language=fr&ml_fallback=original&per_page=2')
      assert.match(widened.body.next_rest_url, /ml_fallback=original/)
      assert.equal(widened.body.total, 4)
      const all = await service.get('//fr/cal/events/v1/events?per_page=2')
      assert.match(all.body.next_rest_url, /\/fr\/cal\/events\/v1\//)
      assert.equal((await service.get(all.body.next_rest_url)).body.events.at(-1).title, 'One')
    })

    test('ml_fallback=none narrows to the context language without naming it', async () => {
      await event(service, { title: 'Sans repli', ml_language: 'fr' })
      await event(service, { title: 'Without fallback' })
      const ask = async (root: string) =>
        titlesOf((await service.get(`${root}/events?ml_fallback=none&per_page=100`)).body)
      const french = await ask('//fr/cal/events/v1')
      assert.ok(french.includes('Sans repli') && !french.includes('Without fallback'))
      const english = await ask('//cal/events/v1')
      assert.ok(!english.includes('Sans repli') && english.includes('Without fallback'))
    })

    test('search finds each event once, whatever language it is found in', async () => {
      const { id } = await event(service, { title: 'Kolibri', description: 'kolibri' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Le Kolibri' })
      await translate(service, `/events/${id}`, 'de', { title: 'Der Kolibri' })
      const { body } = await service.get('/events?search=kolibri')
      assert.equal(body.total, 1)
      assert.equal(body.events.length, 1)
    })

    test('all words of a search must occur in the text of one language', async () => {
      const { id } = await event(service, { title: 'Lantern' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Lampion' })
      assert.equal((await service.get('/events?search=lantern+lampion')).body.total, 0)
    })

    test('names are sorted as displayed', async () => {
      const [a, b] = [
        await made(service, '/tags', { name: 'apple' }),
        await made(service, '/tags', { name: 'bread' }),
      ]
      await translate(service, `/tags/${a.id}`, 'fr', { name: 'pomme' })
      await translate(service, `/tags/${b.id}`, 'fr', { name: 'Baguette' })
      const names = async (query: string) =>
        titlesOf((await service.get(`${query}hide_empty=false`)).body, 'tags', 'name')
      assert.deepEqual(await names('/tags?'), ['apple', 'bread'])
      assert.deepEqual(await names('/tags?ml_language=fr&'), ['Baguette', 'pomme'])
      assert.deepEqual(await names('//fr/cal/events/v1/tags?'), ['Baguette', 'pomme'])
    })

    test('missing and outdated translations are listed to those who may edit', async () => {
      await makePeople(service)
      for (const { name, title, make, isTerm } of kinds) {
        const hiding = isTerm ? '&hide_empty=false' : ''
        const only = async (query: string) => {
          const { body, text } = await service.get(`/${name}?${query}${hiding}&per_page=100`, {
            as: credentialsOf('editor'),
          })
          assert.ok(body[name], text)
          return titlesOf(body, name, title)
        }
        const { id } = await made(service, `/${name}`, make({ [title]: `Observatory ${name}` }))
        const mine = `Observatory ${name}`
        assert.ok((await only('missing_translation=fr')).includes(mine))
        await translate(service, `/${name}/${id}`, 'fr', { [title]: `Observatoire ${name}` })
        assert.ok(!(await only('missing_translation=fr')).includes(mine))
        assert.ok((await only('missing_translation=de')).includes(mine))
        assert.ok(!(await only('outdated_translation=fr')).includes(mine))
        await service.patch(`/${name}/${id}`, { description: 'New dome' })
        assert.ok((await only('outdated_translation=fr')).includes(mine))
        assert.ok(!(await only('outdated_translation=en')).includes(mine))
        const { body } = await service.get(`/${name}/${id}?ml_language=fr`)
        assert.equal(body.translations.fr.is_outdated, true)
        assert.equal('is_outdated' in body.translations.en, false)
        await translate(service, `/${name}/${id}`, 'fr', { description: 'Nouvelle coupole' })
        assert.ok(!(await only('outdated_translation=fr')).includes(mine))
        for (const parameter of ['missing_translation', 'outdated_translation']) {
          const ask = (query: string, as: string | null) =>
            service.get(`/${name}?${parameter}=${query}`, { as })
          assert.equal((await ask('fr', null)).status, 401)
          assert.equal((await ask('fr', credentialsOf('subscriber'))).status, 403)
          const wrong = await ask('it', credentialsOf('editor'))
          assert.equal(wrong.status, 400)
          assert.match(wrong.body.data.params[parameter], /en, fr, de/)
        }
      }
    })

    for (const { name, title, make } of kinds)
      test(`translations of ${name} name the fields of the original that have changed`, async () => {
        const { id } = await made(
          service,
          `/${name}`,
          make({ [title]: `Lens ${name}`, description: 'Glass' }),
        )
        const path = `/${name}/${id}`
        const outdated = async () => {
          const { translations } = (await service.get(path)).body
          return [translations.en, translations.fr, translations.de].map((one: Json) => one.outdated_fields)
        }
        await translate(service, path, 'fr', { [title]: `Lentille ${name}` })
        await translate(service, path, 'de', { [title]: `Linse ${name}` })

        await service.patch(path, { [title]: `Lens ${name}`, slug: `lens-of-${name}` })
        await service.patch(path, { description: 'Crystal' })
        assert.deepEqual(await outdated(), [undefined, ['description', 'slug'], ['description', 'slug']])

        await translate(service, path, 'fr', { [title]: `Lentilles ${name}` })
        await service.patch(path, { description: 'Glass', [title]: `Lenses ${name}` })
        const declared = [title, 'description']
        assert.deepEqual(await outdated(), [undefined, declared, [...declared, 'slug']])
      })

    for (const { name, title, make } of kinds)
      test(`who edits ${name} is told which texts a language has, even the same ones`, async () => {
        const { id } = await made(service, `/${name}`, make({ [title]: `Jazz ${name}`, description: 'Loud' }))
        const path = `/${name}/${id}`
        await translate(service, path, 'fr', { [title]: `Jazz ${name}` })
        const own = async (query: string, as: string | null = administrator) =>
          (await service.get(`${path}?${query}`, { as })).body.own_fields as string[] | undefined
        assert.deepEqual(await own('ml_language=en&context=edit'), [title, 'description', 'slug'])
        assert.deepEqual(await own('ml_language=fr&context=edit'), [title, 'slug'])
        assert.deepEqual(await own('ml_language=de&context=edit'), [])
        assert.deepEqual([await own('ml_language=fr'), await own('', null)], [undefined, undefined])
      })

    for (const { name, title, make } of kinds)
      test(`a minor update of ${name} outdates no translation`, async () => {
        const { id } = await made(service, `/${name}`, make({ [title]: `Telescpe ${name}` }))
        await translate(service, `/${name}/${id}`, 'fr', { [title]: `Télescope ${name}` })
        const update = async (fields: Json) =>
          (await service.patch(`/${name}/${id}`, fields)).body.translations.fr.outdated_fields

        assert.equal(await update({ [title]: `Telescope ${name}`, minor: 'yes' }), undefined)
        assert.deepEqual(await update({ [title]: `Large telescope ${name}`, minor: false }), [title])
        assert.deepEqual(await update({ description: 'Large', minor: true }), [title])
        const wrong = await service.patch(`/${name}/${id}`, { minor: 'perhaps' })
        assert.deepEqual(Object.keys(wrong.body.data.params), ['minor'])
      })

    test('shared fields outdate no translation, and neither does a translation another', async () => {
      const { id } = await event(service, { title: 'Shared' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Partagé' })
      await service.patch(`/events/${id}`, { start_date: '2026-12-01 19:00:00', title: 'Shared' })
      await translate(service, `/events/${id}`, 'de', { title: 'Geteilt' })
      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(
        Object.values<Json>(body.translations).filter((one) => 'is_outdated' in one),
        [],
      )
    })
  })
})

describe('counts include only what is visible in the language', () => {
  onEachDatabase((service) => {
    test('of terms, venues and organizers', async () => {
      const both = (name: string) => async (title: string, path: string) => {
        const one = await made(service, path, { [name]: title })
        await translate(service, `${path}/${one.id}`, 'fr', { [name]: `${title} fr` })
        return one.id as number
      }
      const links = {
        venue: await both('venue')('Hall', '/venues'),
        organizer: await both('organizer')('Club', '/organizers'),
        categories: [await both('name')('Sport', '/categories')],
        tags: [await both('name')('run', '/tags')],
      }
      const { id } = await event(service, { title: 'Race', ...links })
      const total = async (path: string) => (await service.get(path)).body.total as number
      const paths = [
        '/categories?',
        '/tags?',
        '/venues?has_events=true&',
        '/organizers?has_events=true&',
        '/venues?only_with_upcoming=true&',
        '/organizers?only_with_upcoming=true&',
      ]
      for (const path of paths) {
        assert.equal(await total(path), 1, path)
        assert.equal(await total(`/${'/fr/cal/events/v1'}${path}`), 1, path)
        assert.equal(await total(`${path}ml_language=fr`), 0, path)
        assert.equal(await total(`${path}ml_language=fr&ml_fallback=original`), 1, path)
      }
      assert.equal(await total('/venues?has_events=false&ml_language=fr'), 1)
      await translate(service, `/events/${id}`, 'fr', { title: 'Course' })
      for (const path of paths) assert.equal(await total(`${path}ml_language=fr`), 1, path)
      await service.delete(`/events/${id}/translations/fr`)
      for (const path of paths) assert.equal(await total(`${path}ml_language=fr`), 0, path)
    })
  })
})

describe('writing', () => {
  onEachDatabase((service) => {
    test('shared fields go to the resource, whatever language they come in', async () => {
      const { id } = await event(service, { title: 'Whole', featured: false })
      const french = {
        title: 'Entier',
        featured: true,
        start_date: '2026-12-01 18:00:00',
        categories: ['Tout'],
      }
      await translate(service, `/events/${id}`, 'fr', french)
      const { body } = await service.get(`/events/${id}`)
      assert.equal(body.title, 'Whole')
      assert.equal(body.featured, true)
      assert.equal(body.start_date, '2026-12-01 18:00:00')
      assert.equal(body.categories.length, 1)
    })

    test('shared fields alone do not create a translation', async () => {
      const { id } = await event(service, { title: 'Untranslated' })
      const body = await translate(service, `/events/${id}`, 'fr', { featured: true })
      assert.equal(body.featured, true)
      assert.equal(body.language, 'en')
      assert.deepEqual(Object.keys(body.translations), ['en'])
    })

    test('POST, PUT and PATCH translate alike', async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const { id } = await event(service, { title: `By ${method}`, description: 'Stays' })
        const { status, body } = await service.request(method, `/events/${id}?ml_language=de`, {
          title: 'Per',
        })
        assert.equal(status, 200)
        assert.equal(body.title, 'Per')
        assert.equal((await service.get(`/events/${id}`)).body.title, `By ${method}`)
      }
    })

    test('venues have address lines per language, and share the other fields', async () => {
      const fields = {
        venue: 'Castle',
        address: 'Castle Road 1',
        city: 'Geneva',
        country: 'Switzerland',
        zip: '1200',
      }
      const { id } = await made(service, '/venues', {
        ...fields,
        phone: '022',
        website: 'https://castle.example',
      })
      const french = {
        venue: 'Château',
        address: 'rue du Château 1',
        city: 'Genève',
        country: 'Suisse',
        zip: '1201',
      }
      await translate(service, `/venues/${id}`, 'fr', french)
      const { body } = await service.get(`/venues/${id}`)
      assert.deepEqual(
        [body.venue, body.address, body.city, body.country, body.zip, body.phone],
        ['Castle', 'Castle Road 1', 'Geneva', 'Switzerland', '1201', '022'],
      )
      const { body: translation } = await service.get(`/venues/${id}?ml_language=fr`)
      assert.deepEqual(
        [translation.address, translation.city, translation.country],
        [french.address, french.city, french.country],
      )
      assert.equal(translation.website, 'https://castle.example')
      assert.equal(translation.is_fallback, false)
    })

    test('names of terms sent with an event match in any language', async () => {
      const category = await made(service, '/categories', { name: 'Concerts' })
      await translate(service, `/categories/${category.id}`, 'de', { name: 'Konzerte' })
      const tag = await made(service, '/tags', { name: 'free' })
      await translate(service, `/tags/${tag.id}`, 'fr', { name: 'entrée libre' })
      const fields = { title: 'Matched', ml_language: 'fr', categories: ['KONZERTE'], tags: ['Entrée Libre'] }
      const body = await event(service, fields)
      assert.deepEqual(
        [...body.categories, ...body.tags].map(({ id }: Json) => id),
        [category.id, tag.id],
      )
    })

    test('resources created with an event are in its language', async () => {
      const body = await event(service, {
        title: 'Fait',
        ml_language: 'fr',
        categories: ['Nouveauté'],
        venue: { venue: 'Salle' },
        organizer: { organizer: 'Haus', ml_language: 'de' },
      })
      const original = async (path: string) => (await service.get(path)).body.original_language
      assert.equal(await original(`/categories/${body.categories[0].id}`), 'fr')
      assert.equal(await original(`/venues/${body.venue.id}`), 'fr')
      assert.equal(await original(`/organizers/${body.organizer[0].id}`), 'de')
    })

    test('no two terms share a name in any language', async () => {
      const one = await made(service, '/tags', { name: 'Chess' })
      await translate(service, `/tags/${one.id}`, 'de', { name: 'Schach' })
      const { status, body } = await service.post('/tags', { name: 'SCHACH' })
      assert.equal(status, 400)
      assert.equal(body.code, 'term_exists')
      assert.equal(body.data.term_id, one.id)
      const same = await translate(service, `/tags/${one.id}`, 'fr', { name: 'Chess' })
      assert.equal(same.name, 'Chess')
    })

    test('edits of different languages at the same time all survive', async () => {
      const { id } = await event(service, { title: 'Start' })
      const languages = ['en', 'fr', 'de']
      const writers = Array.from({ length: 50 }, (_, index) => {
        const language = languages[index % 3]!
        const field = index % 2 === 0 ? 'title' : 'description'
        return service.patch(`/events/${id}`, { [field]: `${language} ${index}`, ml_language: language })
      })
      for (const { status, text } of await Promise.all(writers)) assert.equal(status, 200, text)
      for (const language of languages) {
        const { body } = await service.get(`/events/${id}?ml_language=${language}`)
        assert.match(body.title, new RegExp(`^${language} \\d+$`))
        assert.match(body.description, new RegExp(`^<p>${language} \\d+</p>$`))
        assert.equal(body.is_fallback, false)
      }
    })

    test('those who begin one translation at the same time end with one', async () => {
      const { id } = await event(service, { title: 'Begun' })
      const replies = await Promise.all(
        ['Début', 'Commencé'].map((title) => service.patch(`/events/${id}?ml_language=fr`, { title })),
      )
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200],
      )
      const { body } = await service.get(`/events/${id}`)
      assert.deepEqual(Object.keys(body.translations), ['en', 'fr'])
    })

    test('a translation is found and listed again when its event leaves the trash', async () => {
      const { id } = await event(service, { title: 'Thrown' })
      await translate(service, `/events/${id}`, 'fr', { title: 'Jeté' })
      await service.delete(`/events/${id}`)
      assert.equal((await service.get('/events/by-slug/jete')).status, 404)
      await service.patch(`/events/${id}`, { status: 'publish' })
      assert.equal((await service.get('/events/by-slug/jete')).body.title, 'Jeté')
    })
  })
})

describe('removing one translation', () => {
  onEachDatabase((service) => {
    for (const { name, singular, title, make } of kinds)
      test(`of ${name}`, async () => {
        const { id } = await made(service, `/${name}`, make({ [title]: `Removable ${name}` }))
        await translate(service, `/${name}/${id}`, 'fr', { [title]: `Amovible ${name}` })
        const remove = (language: string, options = {}) =>
          service.delete(`/${name}/${id}/translations/${language}`, undefined, options)
        const code = ({ status, body }: Json) => [status, body.code]

        assert.deepEqual(code(await remove('xx')), [400, 'rest_invalid_param'])
        assert.deepEqual(code(await remove('xx', { as: null })), [400, 'rest_invalid_param'])
        assert.deepEqual(code(await remove('fr', { as: null })), [401, 'rest_forbidden'])
        assert.equal((await remove('en')).status, 409)
        assert.deepEqual(code(await remove('de')), [404, 'translation-not-found'])
        const unknown = await service.delete(`/${name}/999999/translations/fr`)
        assert.deepEqual(code(unknown), [404, `rest-${singular}-not-found`])

        const { status, body } = await remove('fr')
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body.translations), ['en'])
        assert.equal(body[title], `Removable ${name}`)
        assert.deepEqual(code(await remove('fr')), [404, 'translation-not-found'])
        const { body: list } = await service.get(`/${name}?ml_language=fr&hide_empty=false`)
        assert.deepEqual(titlesOf(list, name, title), [])
        const search = await service.get(`/${name}?search=Amovible&hide_empty=false`)
        assert.equal(search.body.total, 0)
      })

    test('only by those who may edit the resource', async () => {
      await makePeople(service)
      const as = credentialsOf('author')
      const { body } = await service.post('/events', anEvent({ title: 'Owned' }), { as })
      await translate(service, `/events/${body.id}`, 'fr', { title: 'Possédé' })
      const path = `/events/${body.id}/translations/fr`
      assert.equal((await service.delete(path, undefined, { as: credentialsOf('colleague') })).status, 403)
      assert.equal((await service.delete(path, undefined, { as })).status, 200)
    })

    test('by no other method', async () => {
      const { id } = await event(service, { title: 'Methods' })
      const { status, headers } = await service.get(`/events/${id}/translations/en`)
      assert.equal(status, 405)
      assert.match(headers.get('allow')!, /DELETE/)
    })
  })
})
