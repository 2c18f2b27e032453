import { programPath } from './programs.ts'

/** The browser for page tests: the one in CHROMIUM_PATH, one from a package, or that of the system. */

/** The package supports only this platform. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

/** The package unpacks its executable into the temporary folder once. */
const packagedBrowser = async (): Promise<string> =>
  (await import('@sparticuz/chromium')).default.executablePath()

/** Prefers the package, because its windowless Chromium (`headless_shell`) takes half the CPU time of the system's. */
export async function findBrowser(): Promise<string | undefined> {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH ?? (isPackaged ? await packagedBrowser() : programPath('chromium'))
}
