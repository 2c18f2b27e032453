import type { Config } from '../config.ts'
import type { Site } from '../resources/parameter.ts'
import type { Instant } from '../time/index.ts'

/** Settings needed to read and describe parameters. */
export const siteOf = (config: Config, now: Instant): Site => ({
  now,
  timezone: config.timezone,
  languages: config.languages,
  perPage: config.perPage,
  maxPerPage: config.maxPerPage,
  maxTitle: config.maxTitle,
  maxDescription: config.maxDescription,
  maxList: config.maxList,
  horizon: config.horizon,
  geolocation: config.geolocation,
  suggestions: config.suggestions,
  importsImages: config.outgoing,
  sendsMail: config.smtpUrl !== undefined,
  currency: config.currency,
})
