import { register } from 'node:module'

/** Loads the sources that scripts/test.ts has compiled once for all test files. */

process.setSourceMapsEnabled(true)
register('./hooks.js', import.meta.url, { data: { compiled: process.env.TEST_COMPILED } })
