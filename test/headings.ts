import { readFileSync } from 'node:fs'

/** The sections of a document: each heading with the text below it, up to the next one. */
export function sectionsOf(file: string): Map<string, string> {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const [, ...parts] = text.split(/^#+ /m)
  return new Map(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      return [heading.trim(), lines.join('\n')]
    }),
  )
}

/** What a text has in code, such as names and examples. */
export const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** A heading as the part of an address behind `#`, as the forges make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
