import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Every module keeps the address of its source, so that paths relative to it hold. Plain JavaScript, because it runs
 * before any TypeScript can be loaded.
 */

const root = new URL('../../', import.meta.url).href
let compiled

export function initialize(data) {
  compiled = data.compiled
}

const isSource = (url) => url.startsWith(root) && /\.tsx?$/.test(url) && !url.includes('/node_modules/')

/** Addresses are known without looking for files, because every import names its file with its extension. */
export function resolve(specifier, context, next) {
  const url = /^(?:\.|file:)/.test(specifier) ? new URL(specifier, context.parentURL).href : ''
  return isSource(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context)
  const path = fileURLToPath(url).slice(fileURLToPath(root).length)
  const source = await readFile(`${compiled}/${path.replace(/\.tsx?$/, '.js')}`)
  return { format: 'module', source, shortCircuit: true }
}
