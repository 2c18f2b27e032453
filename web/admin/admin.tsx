import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { localeOf } from '../../src/time/date-format.ts'
import { Application } from './app/application.tsx'
import { askBeforeLosing, createQueries, watchConnection } from './app/queries.ts'
import { chosenLanguage, loadWords } from './locales/index.ts'
import { dropOldInput } from './app/stored-input.ts'
import { watchTabs } from './app/tabs.ts'
import { WordsProvider } from './app/words.tsx'
import { ServiceProvider } from './app/service.tsx'
import { createReauthentication, sessionKey } from './app/session.tsx'
import { keepFocus } from './parts/lost-focus.ts'
import { createService } from './service/service.ts'
import { readSite } from './service/site.ts'

/** Starts the administration in the document served for it. */
async function start(): Promise<void> {
  const site = readSite(document)
  const [words] = await Promise.all([loadWords(chosenLanguage(document)), watchTabs()])
  const { language } = words
  dropOldInput()
  document.documentElement.lang = language
  const queries = createQueries()
  askBeforeLosing(queries)
  keepFocus()
  const reauthentication = createReauthentication()
  const connection = watchConnection(site.root)
  const service = createService({
    root: site.root,
    language,
    signInAgain: reauthentication.ask,
    onRenewed: (session) => queries.setQueryData(sessionKey, session),
    sentenceOf(status) {
      // Of a gateway that does not reach the service.
      if (status >= 500) return words('The service did not respond.')
      return status === 413
        ? words(
            'A server between this browser and the service blocked this request, because it is too large.',
          )
        : words('A server between this browser and the service blocked this request.')
    },
    onConnection: connection.heard,
  })
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <WordsProvider words={words}>
      <I18nProvider locale={localeOf(language)}>
        <QueryClientProvider client={queries}>
          <ServiceProvider service={service} site={site}>
            <Application reauthentication={reauthentication} />
          </ServiceProvider>
        </QueryClientProvider>
      </I18nProvider>
    </WordsProvider>,
  )
}

void start()
