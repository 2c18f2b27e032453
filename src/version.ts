import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

const description = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  version: string
}

/** The version of this program, from package.json. */
export const version = description.version
