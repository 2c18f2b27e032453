import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser for the tests of pages: the one that CHROMIUM_PATH names, one from a package, or the system's. */

/** The package has a program for this platform alone. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

/** The package unpacks its program into the temporary folder, once. */
const packagedBrowser = async (): Promise<string> =>
  (await import('@sparticuz/chromium')).default.executablePath()

const systemBrowser = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((path) => existsSync(path))

/**
 * The package comes first, because it has Chromium without a window (`headless_shell`), which takes half the computing
 * time of the system's.
 */
export async function findBrowser(): Promise<string | undefined> {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH ?? (isPackaged ? await packagedBrowser() : systemBrowser())
}
