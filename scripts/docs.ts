import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReference } from './reference.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'reference')

mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await makeReference())) writeFileSync(join(folder, name), text)
