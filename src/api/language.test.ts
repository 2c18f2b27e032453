import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../../test/service.ts'
import { acceptedLanguage } from './language.ts'

const accepting = (header: string) => acceptedLanguage(header, ['en', 'fr', 'de'])

test('Accept-Language is ordered by quality values', () => {
  assert.equal(accepting('fr'), 'fr')
  assert.equal(accepting('en;q=0.2, de;q=0.8, fr;q=0.5'), 'de')
  assert.equal(accepting('de, fr;q=0.9'), 'de')
  assert.equal(accepting('it, es;q=0.9, fr;q=0.1'), 'fr')
  assert.equal(accepting('fr;Q=0.5, de'), 'de')
})

test('a regional variant falls back to its language', () => {
  assert.equal(accepting('fr-CH'), 'fr')
  assert.equal(accepting('DE-at, fr;q=0.9'), 'de')
})

test('refused, unknown and malformed ranges are ignored', () => {
  assert.equal(accepting('fr;q=0'), undefined)
  assert.equal(accepting('it, zh-Hant;q=0.5'), undefined)
  assert.equal(accepting(', ;q=1, de;q=much'), undefined)
  assert.equal(accepting(''), undefined)
})

const missing = {
  en: 'This event does not exist.',
  fr: 'Cet événement n’existe pas.',
  de: 'Diese Veranstaltung existiert nicht.',
}

onEachDatabase((service) => {
  const messageOf = async (path: string, accepted?: string) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
    return (await service.get(path, { headers })).body.message
  }

  test('ml_language takes precedence over the URL segment, which precedes Accept-Language and the default', async () => {
    const french = '//fr/cal/events/v1/events/4711'
    assert.equal(await messageOf(`${french}?ml_language=de`, 'en'), missing.de)
    assert.equal(await messageOf(french, 'de'), missing.fr)
    assert.equal(await messageOf('/events/4711', 'de-CH, fr;q=0.5'), missing.de)
    assert.equal(await messageOf('/events/4711', 'it'), missing.en)
    assert.equal(await messageOf('/events/4711'), missing.en)
  })

  test('X-Message-Language chooses the language of errors alone, if messages exist in it', async () => {
    const asked = (language: string) => ({ headers: { 'x-message-language': language } })
    const path = '//fr/cal/events/v1/events/4711?ml_language=fr'
    const { body, headers } = await service.get(path, asked('de'))
    assert.deepEqual([body.message, headers.get('content-language')], [missing.de, 'de'])
    assert.match(headers.get('vary')!, /X-Message-Language/)
    assert.equal((await service.get(path, asked('it'))).body.message, missing.fr)
    const { headers: ofData } = await service.get('/tags?ml_language=fr', asked('de'))
    assert.equal(ofData.get('content-language'), 'fr')
  })

  test('the language of messages can be set in a body too', async () => {
    const { body } = await service.post('/events', { ml_language: 'fr' })
    assert.equal(body.message, 'Paramètre(s) manquant(s)\u00a0: title, start_date, end_date')
  })

  test('an error has a Content-Language', async () => {
    for (const [path, expected] of [
      ['/events/4711', 'de'],
      ['/events/4711?ml_language=fr', 'fr'],
      ['/nothing', 'de'],
    ]) {
      const { headers } = await service.get(path!, { headers: { 'accept-language': 'de' } })
      assert.equal(headers.get('content-language'), expected)
    }
  })

  test('an invalid language is rejected in the language that applies otherwise', async () => {
    const { status, body } = await service.get('/events?ml_language=xx', {
      headers: { 'accept-language': 'de' },
    })
    assert.equal(status, 400)
    assert.equal(body.data.params.ml_language, 'Dieser Wert muss einer der folgenden sein: en, fr, de.')
  })

  test('the errors of all parameters are in the same language', async () => {
    const { body } = await service.get('/events?ml_language=fr&page=x&venue=4711&start_date=garbage')
    assert.equal(body.message, 'Paramètre(s) non valide(s)\u00a0: page, start_date, venue')
    assert.equal(body.data.params.page, 'Cette valeur doit être un nombre entier.')
    assert.equal(body.data.params.venue, 'Aucun lieu n’a l’identifiant 4711.')
    assert.equal(body.data.details.page.message, body.data.params.page)
  })

  test('Accept-Language determines the language of messages and documentation, never that of data', async () => {
    const headers = { 'accept-language': 'fr' }
    const { body } = await service.post('/tags', { name: 'Jazz' })
    const { body: tag, headers: answered } = await service.get(`/tags/${body.id}`, { headers })
    const { body: discovery } = await service.get('/', { headers })
    assert.equal(answered.get('content-language'), 'en')
    assert.equal(tag.language, 'en')
    const [endpoint] = discovery.routes['/cal/events/v1/tags'].endpoints
    assert.equal(endpoint.args.page.description, 'Numéro de page')
  })
})

onEachDatabase(
  (service) => {
    const messageOf = async (path: string, headers = {}) =>
      (await service.get(path, { headers })).body.message

    test('a site in a language without messages responds in an accepted language, or else in English', async () => {
      assert.equal(await messageOf('/events/4711'), missing.en)
      assert.equal(await messageOf('/events/4711?ml_language=it'), missing.en)
      assert.equal(await messageOf('/events/4711?ml_language=it', { 'accept-language': 'fr' }), missing.fr)
    })

    test('its documentation has a Content-Language', async () => {
      const { headers, body } = await service.get('/doc')
      assert.equal(headers.get('content-language'), 'en')
      assert.match(body.info.description, /^A calendar service/)
    })
  },
  { CALENDS_LANGUAGES: 'it,fr' },
)
