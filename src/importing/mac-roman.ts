import { TextDecoder } from 'node:util'

/**
 * Mac OS Roman, as Excel on Macs saves tables. Its accented letters are bytes that mean signs and capitals in Windows-1252, or
 * nothing, so inside of words they tell the two apart. `š` and `œ`, which names and words have, tell nothing.
 */
const typical =
  /[\x8d\x8f\x90\x9d]|(?<=[A-Za-z])[\x87-\x8b\x8e\x98\x99\x9f](?=[a-z])|(?<=[a-z])[\x88\x8e\x9f](?![A-Za-z])|(?<=\s)\x88(?=\s)|(?<=[a-z])[\xa7\xd5](?=[a-z])/g

/** The letters of Windows-1252, which mean signs here. */
const typicalOfWindows =
  /(?<=[A-Za-z])[\xdf-\xf6\xf8-\xff]|[\xc0\xc4\xc8\xd6\xdc\xdf-\xf6\xf8-\xff](?=[a-z])/g

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f]/

const countIn = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Whether bytes mean more in Mac OS Roman than in Windows-1252. */
export const looksLikeMacRoman = (bytes: string): boolean =>
  isMacRoman(bytes) && countIn(bytes, typical) > countIn(bytes, typicalOfWindows)

export const isMacRoman = (bytes: string): boolean => !controls.test(bytes)

const decoder = new TextDecoder('macintosh')

export const inMacRoman = (bytes: string): string => decoder.decode(Buffer.from(bytes, 'latin1'))
