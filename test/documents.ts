import { readdirSync } from 'node:fs'

/** Every document that is written by hand. */
export const documents = ['.', 'docs', 'deploy'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
)
