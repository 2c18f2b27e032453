import { html, type SafeHtml } from './html.ts'

/** Telephone numbers are free text; only what is surely one number becomes a link. */

/** The trunk prefix is dialled within the country alone: `+41 (0)32` is `+41 32` (ITU-T E.123). */
const withoutTrunkPrefix = (phone: string): string => phone.replace(/((?:\+|\b00)[\d\s.-]*)\(0\)/g, '$1')

/** No number has more digits (ITU-T E.164), so more are several numbers. */
const oneNumber = /^\+?\d{3,15}$/

/** Texts such as “on request” would be links that call nobody. */
export function telephone(phone: string): SafeHtml {
  const dialled = withoutTrunkPrefix(phone).replace(/[^\d+]/g, '')
  return oneNumber.test(dialled)
    ? html`<a href="tel:${dialled}" dir="ltr">${phone}</a>`
    : html`<bdi>${phone}</bdi>`
}
