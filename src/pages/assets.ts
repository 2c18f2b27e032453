import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { favicon } from '../api/reference/favicon.ts'
import { ConfigProblem, type Config } from '../config.ts'
import { isWholePicture } from '../config/whole-picture.ts'
import { projectFolder } from '../project-folder.ts'
import { sha256 } from '../text/digest.ts'

/**
 * Style sheets, scripts and fonts of the pages. They are built into `dist/public` under names that contain a hash of
 * their content, so browsers may cache them indefinitely.
 */

interface Asset {
  readonly type: string
  readonly content: Buffer
}

/** File names of the assets of the pages. */
export interface Assets {
  readonly style: string
  readonly script: string
  /** Applies the chosen colour scheme; loaded before the style. */
  readonly schemeScript: string
  readonly element: string
  /** For maps, if tiles are configured. */
  readonly mapStyle: string
  readonly mapScript: string
  /** Hash of the element for Subresource Integrity. */
  readonly elementIntegrity: string
  readonly copying: string
  readonly adminStyle: string
  readonly adminScript: string
  /** The modules that this script imports, listed in the document so that browsers load them in parallel. */
  readonly adminModules: readonly string[]
  readonly font: string
  readonly icon: string
  readonly logo: string | undefined
  /** Origin of images, if not this server. */
  readonly imageOrigin: string | undefined
  file(name: string): Asset | undefined
}

/** Path of the element below the prefix, independent of its version. */
export const elementPath = '/embed/calends-calendar.js'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const folder = join(projectFolder, 'dist/public')

const typeOf = (name: string) => types[extname(name).toLowerCase()] ?? 'application/octet-stream'

function readBuilt(): Map<string, Asset> {
  try {
    const names = readdirSync(folder).filter((name) => extname(name) in types)
    return new Map(
      names.map((name) => [name, { type: typeOf(name), content: readFileSync(join(folder, name)) }]),
    )
  } catch (error) {
    throw new Error('The style and scripts of the pages are missing: run npm run build.', { cause: error })
  }
}

const hashOf = (content: Buffer) => sha256(content).slice(0, 8).replace(/[-_]/g, '0')

/** Name of the style sheet with the site colour appended. */
const coloredName = (built: string, color: string) =>
  built.replace(/\.css$/, `-${color.slice(1).toLowerCase()}.css`)

/** The name contains the colour, so a worker that does not know of a changed colour yet can serve it as well. */
function coloredFile(files: ReadonlyMap<string, Asset>, name: string): Asset | undefined {
  const [, stem, color] = /^(.+)-([\da-f]{3}|[\da-f]{6})\.css$/.exec(name) ?? []
  const built = files.get(`${stem}.css`)
  const line = Buffer.from(`:root{--brand:#${color}}`)
  return built && { ...built, content: Buffer.concat([built.content, line]) }
}

/** The bundler appends a hash of eight letters and digits to the name. */
function nameOf(files: ReadonlyMap<string, Asset>, start: string, end: string): string {
  const named = (one: string) => one.startsWith(`${start}-`) && one.endsWith(end)
  const name = [...files.keys()].find((one) => named(one) && one.length === start.length + end.length + 9)
  if (name === undefined) throw new Error(`There is no ${start}${end} in ${folder}: run npm run build.`)
  return name
}

function withIcon(files: Map<string, Asset>): string {
  const content = Buffer.from(favicon)
  const name = `icon-${hashOf(content)}.svg`
  files.set(name, { type: typeOf(name), content })
  return name
}

/** The static imports of a script, including indirect ones. */
function importsOf(files: ReadonlyMap<string, Asset>, name: string, found = new Set<string>()): Set<string> {
  for (const [, imported] of String(files.get(name)?.content).matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)) {
    // The name from the map, because one cut from the script would keep all of the script in memory.
    const known = [...files.keys()].find((file) => file === imported)
    if (known !== undefined && !found.has(known)) importsOf(files, known, found.add(known))
  }
  return found
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a directory',
}

const logoProblem = (path: string, reason: string) =>
  new ConfigProblem([`CALENDS_LOGO: the file ${path} ${reason}.`])

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw logoProblem(path, reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read')
  }
}

function readLogoFile(path: string): Buffer {
  const content = readBytes(path)
  if (!isWholePicture(content))
    throw logoProblem(path, 'is not an SVG, PNG, WebP or JPEG image, or is cut off')
  return content
}

/** Called before the database is created, because a start that fails must not leave one behind. */
export function requireLogo({ siteLogo }: Pick<Config, 'siteLogo'>): void {
  if (siteLogo !== undefined) readLogo(siteLogo)
}

/** Reads the logo from a file of the operator, or from the data that administrators uploaded. */
function readLogo(logo: string): Asset & { readonly name: string } {
  const [, extension, data] = /^data:image\/(\w+);base64,(.*)$/.exec(logo) ?? []
  const content = data === undefined ? readLogoFile(logo) : Buffer.from(data, 'base64')
  const end = extension === undefined ? extname(logo).toLowerCase() : `.${extension}`
  const name = `logo-${hashOf(content)}${end}`
  return { name, type: typeOf(name), content }
}

/** Reads the logo again only if the setting has changed. */
function followLogo(site: Pick<Config, 'siteLogo'>) {
  let [known, logo]: [string | undefined, ReturnType<typeof readLogo> | undefined] = [undefined, undefined]
  return () => {
    if (site.siteLogo !== known) logo = site.siteLogo === undefined ? undefined : readLogo(site.siteLogo)
    known = site.siteLogo
    return logo
  }
}

/** A style sheet with the colour that an embedding page has chosen for its frame. */
function colorAsset(name: string): Asset | undefined {
  const [, color] = /^color-([\da-f]{6})\.css$/.exec(name) ?? []
  return color === undefined
    ? undefined
    : { type: typeOf(name), content: Buffer.from(`:root{--brand:#${color}}`) }
}

/** Values that depend on settings are computed on each access, because these may change while the service runs. */
export function readAssets(site: Pick<Config, 'siteColor' | 'siteLogo' | 'mediaPublicUrl'>): Assets {
  const files = readBuilt()
  const logo = followLogo(site)
  logo()
  const [icon, style, adminStyle] = [
    withIcon(files),
    nameOf(files, 'pages', '.css'),
    nameOf(files, 'admin', '.css'),
  ]
  const { mediaPublicUrl } = site
  const element = nameOf(files, 'calends-calendar', '.js')
  const adminScript = nameOf(files, 'admin', '.js')
  return {
    get style() {
      return coloredName(style, site.siteColor)
    },
    script: nameOf(files, 'pages', '.js'),
    schemeScript: nameOf(files, 'scheme', '.js'),
    element,
    elementIntegrity: `sha384-${createHash('sha384').update(files.get(element)!.content).digest('base64')}`,
    copying: nameOf(files, 'copying', '.js'),
    get adminStyle() {
      return coloredName(adminStyle, site.siteColor)
    },
    adminScript,
    adminModules: [...importsOf(files, adminScript)],
    mapStyle: nameOf(files, 'map', '.css'),
    mapScript: nameOf(files, 'map', '.js'),
    font: nameOf(files, 'instrument-sans', '.woff2'),
    get icon() {
      return logo()?.name ?? icon
    },
    get logo() {
      return logo()?.name
    },
    imageOrigin: mediaPublicUrl === undefined ? undefined : new URL(mediaPublicUrl).origin,
    file(name) {
      const ownLogo = logo()
      return ownLogo?.name === name
        ? ownLogo
        : (files.get(name) ?? coloredFile(files, name) ?? colorAsset(name))
    },
  }
}
