export const languages = ['en', 'fr', 'de'] as const

export type Language = (typeof languages)[number]

/** A text in English, French and German, in this order. */
export type Said = readonly [en: string, fr: string, de: string]

export const saidIn = (said: Said, language: Language): string => said[languages.indexOf(language)]!

export const inEach = <T>(make: (language: Language) => T): Record<Language, T> => ({
  en: make('en'),
  fr: make('fr'),
  de: make('de'),
})
