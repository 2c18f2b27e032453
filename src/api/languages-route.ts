import type { Config } from '../config.ts'
import { language } from '../resources/common-parameters.ts'
import { requireParameters } from './steps.ts'
import { languagesOf } from './language.ts'
import { pagesIn } from './links.ts'
import { routeOf, type Route } from './operation.ts'

const nameIn = (language: string, code: string): string =>
  new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(code) ?? code

/** The languages of the site, each under its own name and in the reader's language (interface: Languages). */
export const languagesRoute = (config: Pick<Config, 'languages' | 'prefix'>): Route =>
  routeOf('/languages', {
    method: 'GET',
    operationId: 'listLanguages',
    summary: 'List the languages of the site',
    parameters: language,
    responseSchema: 'languageList',
    run(request) {
      const values = requireParameters(language, request)
      const { effective } = languagesOf(values.ml_language, request)
      const { languages } = request.site
      return Promise.resolve({
        language: effective,
        body: {
          default: languages[0],
          languages: languages.map((code, index) => ({
            code,
            name: nameIn(effective, code),
            native_name: nameIn(code, code),
            default: index === 0,
            url: `${pagesIn(request.links, code, config)}/`,
            rest_url: `${request.links.rest}/?ml_language=${code}`,
          })),
        },
      })
    },
  })
