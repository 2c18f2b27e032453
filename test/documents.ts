import { readdirSync } from 'node:fs'

/** All documents written by hand. */
export const documents = ['.', 'docs', 'deploy'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
)
