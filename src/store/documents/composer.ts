import { idsOf } from '../../ids-of.ts'
import { leastBytes, requireShort } from '../../response-limit.ts'
import { yieldIfDue } from '../../yielding.ts'
import { loadInLanguages } from '../sql/read.ts'
import type { Selection } from '../../resources/json-template.ts'
import type { Resource } from '../../resources/resource.ts'
import { fingerprintOf } from './fingerprint.ts'
import { renderListed } from './render.ts'
import {
  documentOf,
  originalTextsOf,
  textsOf,
  type StoredDocument,
  type WhenRoom,
} from './stored-documents.ts'
import { Composition, flattenString, selected, type ComposerParts, type ReadContext } from './composition.ts'

/**
 * Composes public responses from texts that were rendered when their items changed. Missing texts are read, rendered
 * and cached until something changes them.
 */

/** An event as represented in a single read. */
export interface ComposedEvent extends Pick<StoredDocument, 'text_language' | 'languages'> {
  readonly text: string
}

export interface Composer {
  /** The items of a list as JSON, in this order; missing ones are skipped. */
  items(resource: Resource, ids: readonly number[], reading: ReadContext): Promise<string[]>
  /** The same as values with only these properties. Values share common parts, so callers must not modify them. */
  values<T>(resource: Resource, ids: readonly number[], reading: ReadContext, only?: Selection): Promise<T[]>
  /** An event that anybody may read; undefined if it has no document or is protected. */
  event(id: number, reading: ReadContext): Promise<ComposedEvent | undefined>
}

/** Length in characters from which flattening takes noticeable time. */
const longText = 64 * 1024

/** Flattens long texts one at a time, because encoding a page of them would flatten them all in one turn. */
async function flattenLong(texts: string[]): Promise<string[]> {
  for (const text of texts.filter(({ length }) => length > longText)) {
    flattenString(text)
    await yieldIfDue()
  }
  return texts
}

/** The form in which items are read and cached. */
interface TextForm {
  readonly language: string
  /** The properties to include; all if absent. */
  readonly names: ReadonlySet<string> | undefined
  /** Its key in the cache. */
  readonly form: string
}

const textForm = ({ language }: ReadContext, only?: Selection): TextForm => ({
  language,
  names: only?.names,
  form: only === undefined ? `item ${language}` : `item ${language} ${only.key}`,
})

export function createComposer(parts: ComposerParts): Composer {
  const { db, fragments, longTexts, settings, now } = parts
  const whenRoom: WhenRoom = (read) => longTexts.pass(read)
  const fingerprint = fingerprintOf(settings)

  /** Renders texts that no document holds: of kinds other than events, of series, and of events not rendered yet. */
  async function rendered(resource: Resource, ids: readonly number[], { language, names, form }: TextForm) {
    const { revision } = fragments
    const languages = [language]
    const read = { languages, languagesOf: () => languages, now: now() }
    const items = await loadInLanguages(db(), resource, ids, read)
    const texts: (readonly [id: number, text: string])[] = []
    for (const { item } of items) {
      const text = selected(renderListed(resource, item, settings, language), names)
      // What a series shows changes with time.
      if (item.series === undefined) fragments.set(revision, resource.name, item.id, form, text)
      texts.push([item.id, text])
      await yieldIfDue()
    }
    return texts
  }

  async function stored(resource: Resource, ids: readonly number[], { language, names, form }: TextForm) {
    if (resource.name !== 'events' || ids.length === 0) return []
    const { revision } = fragments
    const own = await textsOf(db(), whenRoom, ids, language, fingerprint)
    const known = new Set(idsOf(own))
    const others = ids.filter((id) => !known.has(id))
    const original = await originalTextsOf(db(), whenRoom, others, language, fingerprint)
    const texts = [...own, ...original].map(({ id, text }) => [id, selected(text, names)] as const)
    for (const [id, text] of texts) fragments.setIfRepeated(revision, 'events', id, form, text)
    return texts
  }

  async function textsWithSlots(resource: Resource, ids: readonly number[], textForm: TextForm) {
    const { form } = textForm
    const texts = new Map<number, string | undefined>()
    for (const id of ids) texts.set(id, fragments.get(resource.name, id, form))
    const missing = () => ids.filter((id) => texts.get(id) === undefined)
    for (const [id, text] of await stored(resource, missing(), textForm)) texts.set(id, text)
    requireShort(leastBytes([...texts.values()]))
    const rest = missing()
    if (rest.length > 0)
      for (const [id, text] of await rendered(resource, rest, textForm)) texts.set(id, text)
    return ids.flatMap((id) => texts.get(id) ?? [])
  }

  return {
    async items(resource, ids, reading) {
      const texts = await textsWithSlots(resource, ids, textForm(reading))
      return flattenLong(await new Composition(parts, reading).fill(texts))
    },
    async values(resource, ids, reading, only) {
      const texts = await textsWithSlots(resource, ids, textForm(reading, only))
      return new Composition(parts, reading, only).values(texts)
    },
    async event(id, reading) {
      const document = await documentOf(db(), id, reading.language, fingerprint)
      if (document === undefined || document.has_password === 1) return undefined
      const { text, json_ld, text_language, languages } = document
      const [whole] = await new Composition(parts, reading).fill([
        `${text.slice(0, -1)},"json_ld":${json_ld}}`,
      ])
      return { text: whole!, text_language, languages }
    },
  }
}
