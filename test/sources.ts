import { readdirSync } from 'node:fs'

const sources = ['src', 'web', 'test', 'bench', 'examples', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
)

/** Whether a name used in documents and comments is the end of the path of a source file. */
export const isSource = (name: string): boolean => sources.some((path) => path.endsWith(`/${name}`))
