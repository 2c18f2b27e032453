import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isSource = import.meta.url.endsWith('.ts')

function withPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : withPackage(dirname(folder))
}

/** Searched upwards, because the bundled program lies at another depth than its modules. */
export const projectFolder = withPackage(import.meta.dirname)

/** Where each module of the program is a file of its own, even when the bundle runs. */
export const modulesFolder = join(projectFolder, isSource ? 'src' : 'dist/modules')

/** The file of a module, by its path without the ending. */
export const moduleFile = (path: string): string => join(modulesFolder, `${path}.${isSource ? 'ts' : 'js'}`)
