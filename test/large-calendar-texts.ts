/** The texts of the large calendar: pseudo-random, but reproducible. */

export type Language = 'en' | 'fr' | 'de'

/** A pseudo-random number from 0 to 1 that depends only on its two seeds. */
export function chance(index: number, salt: number): number {
  let mixed = Math.imul(index + 0x9e37, 0x85eb_ca6b) ^ Math.imul(salt + 1, 0xc2b2_ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

export const pick = <T>(among: readonly T[], index: number, salt: number): T =>
  among[Math.floor(chance(index, salt) * among.length)]!

/** Each of these words occurs in about every tenth event, in every language. */
export const commonWords = [
  ...['jazz', 'market', 'lecture', 'chess', 'theatre', 'yoga'],
  ...['brunch', 'karaoke', 'poetry', 'choir', 'museum', 'puppets'],
]
const share = 0.1

const wordsOf = (text: string) => text.trim().split(/\s+/)

const everyday: Readonly<Record<Language, readonly string[]>> = {
  en: wordsOf(`the a and with for at in our this evening morning people come songs stories food drinks open doors
    garden river town hall free entry children welcome bring friends learn dance together guests music night summer
    winter local artists see hear enjoy some new old from around us early late small great stage room street square`),
  fr: wordsOf(`le la et avec pour une dans notre cette soirée matin gens venez chansons histoires cuisine boissons
    ouverture portes jardin rivière ville salle entrée libre enfants bienvenue amis apprendre danse ensemble invités
    musique nuit été hiver artistes voir écouter nouveau ancien autour de nous tôt tard petite grande scène rue place`),
  de: wordsOf(`der die und mit für am in unser dieser Abend Morgen Leute kommt Lieder Geschichten Essen Getränke offene
    Türen Garten Fluss Stadt Saal freier Eintritt Kinder willkommen Freunde lernen Tanz zusammen Gäste Musik Nacht
    Sommer Winter Künstler sehen hören neu alt um uns früh spät kleine große Bühne Straße Platz`),
}

const kinds: Readonly<Record<Language, readonly string[]>> = {
  en: ['Concert', 'Workshop', 'Reading', 'Guided tour', 'Film night', 'Open stage', 'Exhibition', 'Course'],
  fr: ['Concert', 'Atelier', 'Lecture', 'Visite guidée', 'Ciné-club', 'Scène ouverte', 'Exposition', 'Cours'],
  de: ['Konzert', 'Werkstatt', 'Lesung', 'Führung', 'Filmabend', 'Offene Bühne', 'Ausstellung', 'Kurs'],
}

const joining: Readonly<Record<Language, string>> = { en: 'with', fr: 'avec', de: 'mit' }

const syllables = wordsOf(
  'ba ru zel mon ti kar vo lin sha dor pe gul na fri wen os qui hal je tro mi zu bel ar',
)

/** One of 13,824 names, each shared by few events. */
export const rareName = (index: number, salt: number): string => {
  const [first = '', ...others] = [0, 1, 2].map((place) => pick(syllables, index, salt + place)).join('')
  return first.toUpperCase() + others.join('')
}

const commonIn = (index: number) => commonWords.filter((_, place) => chance(index, 700 + place) < share)

/** Eight to sixteen words; the common words of the event are distributed over its sentences. */
function sentence(index: number, language: Language, nth: number, dealt: readonly string[]): string {
  const count = 8 + Math.floor(chance(index, 100 + nth) * 9)
  const ordinary = Array.from({ length: count }, (_, place) =>
    pick(everyday[language], index, 200 + 20 * nth + place),
  )
  const common = dealt.filter((_, place) => place % sentences === nth)
  const [first = '', ...others] = [...ordinary, ...common].join(' ')
  return `${first.toUpperCase()}${others.join('')}.`
}

const sentences = 4

export function eventText(index: number, language: Language): { title: string; description: string } {
  const name = rareName(index, 50)
  const title = `${pick(kinds[language], index, 40)} ${joining[language]} ${name} ${index}`
  const dealt = commonIn(index)
  const [first, second, third, fourth] = Array.from({ length: sentences }, (_, nth) =>
    sentence(index, language, nth, dealt),
  )
  const guest = `<strong>${rareName(index, 60)}</strong>`
  const description = `<p>${first} ${second}</p>\n<p>${guest}: ${third} <em>${fourth}</em></p>`
  return { title, description }
}
