export const languages = ['en', 'fr', 'de'] as const

export type Language = (typeof languages)[number]

/** A text in English, French and German, in this order. */
export type TranslatedText = readonly [en: string, fr: string, de: string]

export const textIn = (text: TranslatedText, language: Language): string => text[languages.indexOf(language)]!

export const byLanguage = <T>(make: (language: Language) => T): Record<Language, T> => ({
  en: make('en'),
  fr: make('fr'),
  de: make('de'),
})
