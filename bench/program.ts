import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Compiles the service as for a release into a separate folder; returns the path of its command line program. */
export function compile(folder: string): string {
  const target = join(folder, 'service')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  copyFileSync(join(project, 'package.json'), join(target, 'package.json'))
  symlinkSync(join(project, 'node_modules'), join(target, 'node_modules'))
  const { status } = spawnSync(process.execPath, [join(project, 'scripts/build.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The service does not compile.')
  cpSync(join(project, 'dist'), join(target, 'dist'), { recursive: true })
  return join(target, 'dist/cli/index.js')
}
