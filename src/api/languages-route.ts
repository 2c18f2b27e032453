import { language } from '../resources/vocabulary.ts'
import { readAsked, refuseFaults } from './steps.ts'
import { languagesOf } from './language.ts'
import type { Route } from './operation.ts'

const nameIn = (language: string, code: string): string =>
  new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(code) ?? code

/** The languages of the site, each under its own name and in the reader's language (contract §5). */
export const languagesRoute: Route = {
  pattern: '/languages',
  operations: [
    {
      method: 'GET',
      name: 'listLanguages',
      summary: 'List the languages of the site',
      parameters: language,
      answer: 'languageList',
      run(asked) {
        const { values, faults } = readAsked(language, asked)
        refuseFaults(faults)
        const { effective } = languagesOf(values.ml_language, asked)
        const { languages } = asked.site
        return Promise.resolve({
          language: effective,
          body: {
            default: languages[0],
            languages: languages.map((code, index) => ({
              code,
              name: nameIn(effective, code),
              native_name: nameIn(code, code),
              default: index === 0,
              rest_url: `${asked.links.rest}/?ml_language=${code}`,
            })),
          },
        })
      },
    },
  ],
}
