/**
 * Puts the public holidays of four countries into a running service, through its REST interface alone:
 * one category a country, one below it for each of its regions, each holiday an all-day event in every language in
 * which its name is known. Then it lists, searches and pages through what it made.
 *
 *   npm run example:holidays -- http://127.0.0.1:8080/cal/events/v1 name:password
 */
import Holidays from 'date-holidays'

const years = [2026, 2027, 2028]
const languages = ['en', 'fr', 'de'] as const
type Language = (typeof languages)[number]

const countries = [
  { code: 'CH', timezone: 'Europe/Zurich' },
  { code: 'FR', timezone: 'Europe/Paris' },
  { code: 'DE', timezone: 'Europe/Berlin' },
  { code: 'CA', timezone: 'America/Toronto' },
]

interface Holiday {
  readonly day: string
  readonly names: Partial<Record<Language, string>>
  readonly regions: string[]
}

interface Representation {
  readonly id: number
  readonly title?: string
}

interface List {
  readonly events: Representation[]
  readonly total: number
  readonly next_rest_url?: string
}

const [base = 'http://127.0.0.1:8080/cal/events/v1', credentials = ''] = process.argv.slice(2)
const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`

/** Sends one request; an error response ends the run with its message. */
async function ask<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url.startsWith('http') ? url : `${base}${url}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T & { message?: string }
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${answer.message ?? ''}`)
  return answer
}

/** Public holidays of a country or region in all languages; those that last only part of a day are left out. */
function holidaysOf(calendar: Holidays, year: number): Map<string, Holiday> {
  const found = new Map<string, Holiday>()
  for (const language of languages)
    for (const { date, name, type, start, end } of calendar.getHolidays(year, language)) {
      if (type !== 'public' || end.getTime() - start.getTime() < 22 * 3_600_000) continue
      const day = date.slice(0, 10)
      const key = `${day} ${calendar.getHolidays(year, 'en').find((one) => one.date === date)?.name ?? name}`
      const known = found.get(key) ?? { day, names: {}, regions: [] }
      found.set(key, { ...known, names: { ...known.names, [language]: name } })
    }
  return found
}

/** Holidays of the whole country, and those of its regions with the regions that keep them. */
function gather(code: string): Holiday[] {
  const regions = Object.keys(new Holidays().getStates(code) ?? {})
  return years.flatMap((year) => {
    const national = holidaysOf(new Holidays(code), year)
    const regional = new Map<string, Holiday>()
    for (const region of regions)
      for (const [key, holiday] of holidaysOf(new Holidays(code, region), year)) {
        if (national.has(key)) continue
        const known = regional.get(key) ?? holiday
        regional.set(key, { ...known, regions: [...known.regions, region] })
      }
    return [...national.values(), ...regional.values()]
  })
}

const countryName = (code: string, language: Language) =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** A term in every language; an existing one is reused. */
async function category(names: Partial<Record<Language, string>>, parent = 0): Promise<number> {
  const created = await fetch(`${base}/categories`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: names.en, parent }),
  })
  const answer = (await created.json()) as { id: number; message: string; data?: { term_id?: number } }
  const id = created.ok ? answer.id : answer.data?.term_id
  if (id === undefined) throw new Error(answer.message)
  for (const language of languages)
    if (language !== 'en' && names[language] !== undefined && names[language] !== names.en)
      await ask('PATCH', `/categories/${id}?ml_language=${language}`, { name: names[language] })
  return id
}

async function post({ day, names }: Holiday, timezone: string, categories: number[]): Promise<void> {
  const [original, ...others] = languages.filter((language) => names[language] !== undefined)
  const { id } = await ask<Representation>('POST', '/events', {
    ml_language: original,
    title: names[original!],
    start_date: day,
    end_date: day,
    all_day: true,
    timezone,
    categories,
  })
  for (const language of others)
    await ask('PATCH', `/events/${id}?ml_language=${language}`, { title: names[language] })
}

async function fill(): Promise<number> {
  let made = 0
  for (const { code, timezone } of countries) {
    const names = Object.fromEntries(languages.map((language) => [language, countryName(code, language)]))
    const country = await category(names)
    const states = new Holidays().getStates(code) ?? {}
    const regions = new Map<string, number>()
    for (const holiday of gather(code)) {
      for (const region of holiday.regions)
        if (!regions.has(region))
          regions.set(region, await category({ en: `${states[region]} (${code})` }, country))
      const categories =
        holiday.regions.length === 0 ? [country] : holiday.regions.map((region) => regions.get(region)!)
      await post(holiday, timezone, categories)
      made++
    }
    process.stderr.write(`${names.en}: ${regions.size} regions, ${made} holidays so far\n`)
  }
  return made
}

/** Follows `next_rest_url` to the end. */
async function walk(url: string): Promise<{ pages: number; items: number; total: number }> {
  let [pages, items, total] = [0, 0, 0]
  for (let next: string | undefined = url; next !== undefined; pages++) {
    const list: List = await ask<List>('GET', next)
    items += list.events.length
    total = list.total
    next = list.next_rest_url
  }
  return { pages, items, total }
}

const whole = 'start_date=2026-01-01&end_date=2028-12-31'
const started = Date.now()
const made = await fill()
const seconds = (Date.now() - started) / 1000
console.log(`posted       ${made} holidays in ${seconds.toFixed(1)} s`)
console.log('all          ', await walk(`/events?${whole}&per_page=50`))
console.log('Switzerland  ', await walk(`/events?${whole}&categories=switzerland`))
console.log('in German    ', await walk(`/events?${whole}&ml_language=de&per_page=100`))
for (const search of ['Noël', 'weihnacht', 'easter'])
  console.log(
    `search ${search}`,
    (await ask<List>('GET', `/events?${whole}&search=${encodeURIComponent(search)}`)).total,
  )
const next = await ask<List>('GET', '/events?per_page=5')
console.log('coming next  ', next.events.map(({ title }) => title).join(' · '))
