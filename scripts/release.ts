import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Builds all release artifacts in the given folder (default `release`): the npm package, its SBOM as SPDX and
 * CycloneDX, the container image, and checksums of all of them.
 */

const root = join(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'release'))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
const file = (ending: string) => join(target, `${name}-${version}.${ending}`)

/** Files of this version, because the folder may contain others. */
const files = () =>
  readdirSync(target)
    .filter((entry) => entry.startsWith(`${name}-${version}.`))
    .sort()

/** Runs npm; its warnings go to the terminal. */
const npm = (...words: string[]): string =>
  execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Builds from scratch, so that the package contains nothing whose source was removed. */
function pack() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  npm('pack', '--loglevel=error', '--pack-destination', target)
}

/** Uses only the lockfile, so that the result depends neither on the network nor on what is installed. */
function describeParts() {
  const list = (format: string) =>
    npm('sbom', '--package-lock-only', '--omit=dev', `--sbom-format=${format}`, '--sbom-type=application')
  writeFileSync(file('spdx.json'), list('spdx'))
  // npm names the application after this folder, whatever its name.
  const parts = JSON.parse(list('cyclonedx')) as { metadata: { component: { name: string } } }
  parts.metadata.component.name = name
  writeFileSync(file('cdx.json'), `${JSON.stringify(parts, undefined, 2)}\n`)
}

/** A client may be installed without a running engine. */
const engine = () =>
  ['podman', 'docker'].find((client) => spawnSync(client, ['info'], { stdio: 'ignore' }).status === 0)

/** The default format of podman, OCI, has no health checks. */
const withHealthCheck = (client: string) => (client === 'podman' ? ['--format', 'docker'] : [])

function buildImage(client: string) {
  const run = (...words: string[]) => execFileSync(client, words, { cwd: root, stdio: 'inherit' })
  const image = `${name}:${version}`
  run(
    'build',
    ...withHealthCheck(client),
    '--file',
    'deploy/Containerfile',
    '--tag',
    image,
    '--tag',
    `${name}:latest`,
    '.',
  )
  run('save', '--output', file('image.tar'), image)
}

function addChecksums() {
  const digest = (entry: string) =>
    createHash('sha256')
      .update(readFileSync(join(target, entry)))
      .digest('hex')
  const lines = files().map((entry) => `${digest(entry)}  ${entry}\n`)
  writeFileSync(join(target, 'SHA256SUMS'), lines.join(''))
}

mkdirSync(target, { recursive: true })
for (const former of files()) rmSync(join(target, former))
pack()
describeParts()
const client = engine()
if (client === undefined)
  console.error('No container engine is running (podman or docker), so no image was built.')
else buildImage(client)
addChecksums()
for (const entry of [...files(), 'SHA256SUMS']) console.log(join(target, entry))
