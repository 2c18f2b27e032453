import { readdirSync } from 'node:fs'

const sources = ['src', 'web', 'test', 'bench', 'examples', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
)

/** Documents and comments name a source file by the end of its path. */
export const isSource = (name: string): boolean => sources.some((path) => path.endsWith(`/${name}`))
