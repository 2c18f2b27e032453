import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { kinds, type Kind } from './kinds.ts'
import { onEachDatabase, type Json, type Options, type Service } from './service.ts'

/**
 * Every operation of every kind, in every way of saying a language (interface: Languages). The resource is French, translated
 * to German, and lacks English, which is the language of the site: so saying nothing means the missing one.
 */

const titles = { fr: 'Veillée au phare', de: 'Abend am Leuchtturm' } as const
const slugs = { fr: 'veillee-au-phare', de: 'abend-am-leuchtturm' } as const

type Has = keyof typeof titles

/** The requested language, and the text returned for it. */
const cases = [
  { requested: undefined, returned: 'fr', name: 'no language' },
  { requested: 'fr', returned: 'fr', name: 'the original' },
  { requested: 'de', returned: 'de', name: 'a translation' },
  { requested: 'en', returned: 'fr', name: 'a missing language' },
] as const

type Case = (typeof cases)[number]
type Way = 'query' | 'body' | 'segment'

const readWays = ['query', 'segment'] as const
const writeWays = ['query', 'body', 'segment'] as const

const has = (language: string | undefined): language is Has => language !== undefined && language in titles

/** Requests with the language specified in one of three ways, or not at all if undefined. */
function ask(
  service: Service,
  method: string,
  path: string,
  { requested, way, body, as }: { requested: string | undefined; way: Way; body?: Json } & Options,
) {
  const segment = way === 'segment' && requested !== undefined ? `/${requested}` : ''
  const parameter =
    way === 'query' && requested !== undefined
      ? `${path.includes('?') ? '&' : '?'}ml_language=${requested}`
      : ''
  const sent = way === 'body' && requested !== undefined ? { ...body, ml_language: requested } : body
  const options = as === undefined ? {} : { as }
  return service.request(method, `/${segment}/cal/events/v1${path}${parameter}`, sent, options)
}

/** The resource in its two languages; a suffix tells it from others of its kind. */
async function seed(service: Service, { name, title, make }: Kind, suffix = '', fields: Json = {}) {
  const original = { [title]: titles.fr + suffix, description: 'Avec un conteur', ...fields }
  const { status, body } = await service.post(`/${name}?ml_language=fr`, make(original))
  assert.equal(status, 201, JSON.stringify(body))
  const translation = { [title]: titles.de + suffix, description: 'Mit einem Erzähler', ml_language: 'de' }
  const { status: updated } = await service.patch(`/${name}/${body.id}`, translation)
  assert.equal(updated, 200)
  return body.id as number
}

const tellsAs = ({ title }: Kind, item: Json, language: Has, effective: string) => {
  assert.equal(item[title], titles[language])
  assert.equal(item.language, language)
  assert.equal(item.original_language, 'fr')
  assert.equal(item.is_fallback, language !== effective)
  assert.deepEqual(Object.keys(item.translations).sort(), ['de', 'fr'])
}

const everyCase = <W extends Way>(
  ways: readonly W[],
  run: (one: Case, way: W, effective: string) => Promise<void>,
  what: string,
) => {
  for (const way of ways)
    for (const one of cases)
      test(`${what}, ${one.name} specified by ${way}`, () => run(one, way, one.requested ?? 'en'))
}

for (const kind of kinds)
  describe(kind.name, () => {
    const { name, title, make } = kind
    const hiding = kind.isTerm ? 'hide_empty=false&' : ''

    onEachDatabase((service) => {
      let id = 0
      before(async () => {
        id = await seed(service, kind)
        await service.post(`/${name}`, make({ [title]: 'Lighthouse keeper', description: 'In English' }))
      })

      const found = (body: Json): Json | undefined => body[name].find((item: Json) => item.id === id)

      everyCase(
        readWays,
        async ({ requested, returned }, way, effective) => {
          const { status, headers, body } = await ask(service, 'GET', `/${name}/${id}`, {
            requested,
            way,
            as: null,
          })
          assert.equal(status, 200)
          tellsAs(kind, body, returned, effective)
          assert.equal(headers.get('content-language'), returned)
        },
        'read by id',
      )

      if (!kind.isTerm)
        everyCase(
          readWays,
          async ({ requested, returned }, way) => {
            for (const [language, slug] of Object.entries(slugs) as [Has, string][]) {
              const path = `/${name}/by-slug/${slug}`
              const { status, headers, body } = await ask(service, 'GET', path, { requested, way, as: null })
              assert.equal(status, 200)
              assert.equal(body.id, id)
              const expected = requested === undefined ? language : returned
              tellsAs(kind, body, expected, requested ?? language)
              assert.equal(headers.get('content-language'), expected)
            }
          },
          'read by slug',
        )

      everyCase(
        readWays,
        async ({ requested, returned }, way, effective) => {
          const { headers, body } = await ask(service, 'GET', `/${name}?${hiding}`, {
            requested,
            way,
            as: null,
          })
          const isNarrowed = way === 'query' && requested !== undefined
          assert.equal(found(body) !== undefined, !isNarrowed || has(requested))
          if (found(body)) tellsAs(kind, found(body), returned, effective)
          assert.equal(body.total, isNarrowed ? 1 : 2)
          assert.equal(headers.get('content-language'), effective)
        },
        'list',
      )

      everyCase(
        readWays,
        async ({ requested, returned }, way, effective) => {
          const path = `/${name}?${hiding}ml_fallback=original`
          const { body } = await ask(service, 'GET', path, { requested, way, as: null })
          assert.equal(body.total, 2)
          tellsAs(kind, found(body), returned, effective)
        },
        'list with fallback to the original',
      )

      everyCase(
        readWays,
        async ({ requested }, way) => {
          const isNarrowed = way === 'query' && requested !== undefined
          for (const [language, word] of [
            ['fr', 'conteur'],
            ['de', 'ERZAHLER'],
          ]) {
            const { body } = await ask(service, 'GET', `/${name}?${hiding}search=${word}`, {
              requested,
              way,
              as: null,
            })
            assert.equal(body.total, !isNarrowed || requested === language ? 1 : 0, word)
            assert.equal(body[name].length, body.total)
          }
        },
        'search',
      )

      everyCase(
        writeWays,
        async ({ requested }, way, effective) => {
          const fields = make({ [title]: `Neu ${name} ${requested} ${way}` })
          const { status, headers, body } = await ask(service, 'POST', `/${name}`, {
            requested,
            way,
            body: fields,
          })
          assert.equal(status, 201, JSON.stringify(body))
          assert.equal(body.language, effective)
          assert.equal(body.original_language, effective)
          assert.equal(body.is_fallback, false)
          assert.deepEqual(Object.keys(body.translations), [effective])
          assert.equal(headers.get('content-language'), effective)
          await service.delete(`/${name}/${body.id}`)
        },
        'create',
      )

      everyCase(
        writeWays,
        async ({ requested }, way, effective) => {
          const suffix = ` ${requested} by ${way}`
          const one = await seed(service, kind, suffix)
          const sent = { [title]: `Geändert ${name} ${requested} ${way}` }
          const { status, body } = await ask(service, 'PATCH', `/${name}/${one}`, {
            requested,
            way,
            body: sent,
          })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body[title], sent[title])
          assert.equal(body.language, effective)
          assert.equal(body.original_language, 'fr')
          assert.deepEqual(
            Object.keys(body.translations).sort(),
            [...new Set(['de', 'fr', effective])].sort(),
          )
          for (const other of ['fr', 'de'].filter((language) => language !== effective)) {
            const { body: kept } = await service.get(`/${name}/${one}?ml_language=${other}`)
            assert.equal(kept[title], titles[other as Has] + suffix)
          }
          await service.delete(`/${name}/${one}`)
        },
        'update',
      )

      everyCase(
        writeWays,
        async ({ requested, returned }, way, effective) => {
          const suffix = ` ${requested} by ${way}`
          const one = await seed(service, kind, suffix)
          const { status, body } = await ask(service, 'DELETE', `/${name}/${one}`, { requested, way })
          assert.equal(status, 200)
          assert.equal(body[title], titles[returned] + suffix)
          assert.equal(body.is_fallback, returned !== effective)
          for (const language of ['fr', 'de']) {
            const { status: gone } = await service.get(`/${name}/${one}?ml_language=${language}`)
            assert.equal(gone, kind.isTerm ? 404 : 410)
          }
        },
        'delete',
      )
    })
  })

describe('what events lead to', () => {
  onEachDatabase((service) => {
    const term = (name: string, language: string) => ({ name, ml_language: language })

    before(async () => {
      const { body: category } = await service.post('/categories', term('Contes', 'fr'))
      await service.patch(`/categories/${category.id}`, term('Märchen', 'de'))
      const { body: tag } = await service.post('/tags', term('plein air', 'fr'))
      await service.patch(`/tags/${tag.id}`, term('im Freien', 'de'))
      const fields = { categories: [category.id], tags: [tag.id], venue: { venue: 'Phare' } }
      await seed(service, kinds[0]!, '', fields)
      await service.post('/events', kinds[0]!.make({ title: 'English only', ...fields }))
    })

    everyCase(
      readWays,
      async ({ requested }, way) => {
        const expected = way === 'segment' || requested === undefined ? 2 : 1
        for (const filter of [
          'categories=contes',
          'categories=marchen',
          'tags=plein-air',
          'tags=im-freien',
        ]) {
          const { status, body } = await ask(service, 'GET', `/events?${filter}`, {
            requested,
            way,
            as: null,
          })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.total, expected, filter)
        }
      },
      'term slugs of any language narrow the list',
    )

    everyCase(
      readWays,
      async ({ requested }, way) => {
        const isNarrowed = way === 'query' && requested !== undefined
        for (const name of ['categories', 'tags']) {
          const { body } = await ask(service, 'GET', `/${name}`, { requested, way, as: null })
          const counts = body[name].map((one: Json) => one.count)
          // The term is not there in English; in French and German one event has a text.
          assert.deepEqual(counts, isNarrowed ? (requested === 'en' ? [] : [1]) : [2], name)
          assert.equal(body.total, counts.length)
        }
      },
      'terms are counted',
    )
  })
})
