import { notFound, type HttpProblem } from '../errors.ts'
import { formatMessage } from '../locales/index.ts'
import type { Message } from '../locales/fr.ts'
import { withFullStop } from '../text/full-stop.ts'
import type { PageContext } from './context.ts'
import { html, type SafeHtml } from './parts/html.ts'
import { pageHead } from './parts/layout.ts'
import type { Page } from './page.ts'

/** For an invalid date or an unknown slug. */
export const pageMissing = (): HttpProblem => notFound('event')

const titles: Readonly<Record<number, Message>> = {
  400: 'This filter cannot be understood',
  404: 'This page does not exist',
  405: 'This page can only be read',
  410: 'This page is no longer here',
  429: 'Too many requests',
  503: 'The calendar cannot be reached just now',
}

/** The password is sent in the body of a form, because browsers and servers store URLs in histories and logs. */
const passwordForm = ({ words, path }: PageContext): SafeHtml =>
  html`<form method="post" action="${path}" class="search-form"><label for="password"${words.lang}>${words('Password of the event')}</label><input class="field" type="password" id="password" name="password" autocomplete="off" required><button class="button" type="submit" data-main${words.lang}>${words('Open')}</button></form>`

/** The page of a problem, with links to continue. */
export function problemPage(problem: HttpProblem, context: PageContext): Page {
  const { words, to } = context
  const { status, code } = problem
  if (code === 'event-password-protected') return protectedPage(problem, context)
  const title = words(titles[status] ?? 'Something went wrong')
  const main = html`${pageHead(title, undefined, words.lang)}
    <div class="empty stack">
      <p${words.lang}>${explanation(problem, context)}</p>
      <form class="search-form" role="search" action="${to.search()}">
        <label class="visually-hidden" for="q"${words.lang}>${words('Search events')}</label><input class="field" type="search" id="q" name="search"><button class="button" type="submit" data-main${words.lang}>
          ${words('Search')}
        </button>
      </form>
      <p class="hint"><a href="${to.list()}"${words.lang}>${words('All upcoming events')}</a></p>
    </div>`
  return { status, title, main, isListed: false, translations: {} }
}

function protectedPage({ status }: HttpProblem, context: PageContext): Page {
  const { words, request } = context
  const title = words('This event is protected')
  const isWrong = typeof request.sent.password === 'string'
  const main = html`${pageHead(title, undefined, words.lang)}<div class="empty stack"><p${words.lang}>${words(isWrong ? 'The password is wrong.' : 'Its page opens with a password.')}</p>
${passwordForm(context)}</div>`
  return { status, title, main, isListed: false, translations: {} }
}

function explanation({ status, sentence, details }: HttpProblem, { words, language }: PageContext): string {
  if (status === 404)
    return words('Nothing is at this address. It may have been mistyped, or the event has another name now.')
  if (status === 410) return words('What was here is no longer in the calendar.')
  const faults = Object.values((details as { params?: Record<string, never> }).params ?? {})
  return [sentence, ...(status === 400 ? faults : [])]
    .map((one) => withFullStop(formatMessage(one, language), '.'))
    .join(' ')
}
