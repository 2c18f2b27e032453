import { authorship, entryList, picture, publicationStatus } from '../entries.ts'
import { filled, lenientOnAliases, required } from '../parameter.ts'
import { contactOrders, reuse, usage } from '../venues/schema.ts'
import { choice, email, html, plain, slug, url } from '../parameter-types.ts'
import { language } from '../common-parameters.ts'

const none = { default: null }

export const fields = {
  ...authorship(none),
  organizer: required(plain('Organizer name', none)),
  description: html('Organizer description', none),
  status: publicationStatus(none),
  phone: plain('Organizer phone number', none),
  website: url('Organizer website', none),
  email: email('Organizer e-mail address', none),
  image: picture(none),
  excerpt: html('Organizer excerpt'),
  slug: slug('Organizer slug'),
  ...reuse,
  ...language,
}

export const listParameters = {
  ...entryList,
  ...usage,
  orderby: lenientOnAliases(filled(choice('Field to sort by', contactOrders))),
}
