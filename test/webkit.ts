import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before } from 'node:test'
import { freePort } from './free-port.ts'
import { until } from './images.ts'
import { programPath } from './programs.ts'
import type { Json } from './service.ts'

/**
 * A browser with the engine of Safari, from Debian's `webkit2gtk-driver` and `xvfb`, driven by WebDriver (W3C). Playwright
 * drives only builds of its own.
 */

/** Why tests with WebKit are skipped, if they are. */
export const webkitIsMissing: string | false =
  !['WebKitWebDriver', 'Xvfb'].every((program) => programPath(program) !== undefined) &&
  'webkit2gtk-driver and xvfb are not installed'

const [elementKey, escape, enter] = ['element-6066-11e4-a52e-4f735466cecf', '\uE00C', '\uE007']

export const keys = { escape, enter }

/** Starts a display that nobody sees; returns its name. */
async function startDisplay(): Promise<{ process: ChildProcess; name: string }> {
  const process = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(process.stdout, 'data')
  return { process, name: `:${String(number).trim()}` }
}

/** A window of the browser, with cookies and storage of its own. */
export class WebKitWindow {
  private constructor(private readonly address: string) {}

  static async open(driver: string): Promise<WebKitWindow> {
    const { sessionId } = await call('POST', `${driver}/session`, { capabilities: {} })
    return new WebKitWindow(`${driver}/session/${sessionId}`)
  }

  private send(method: string, path: string, body?: Json): Promise<Json> {
    return call(method, `${this.address}${path}`, body)
  }

  resize(width: number, height: number): Promise<Json> {
    return this.send('POST', '/window/rect', { width, height })
  }

  goTo(url: string): Promise<Json> {
    return this.send('POST', '/url', { url })
  }

  goBack(): Promise<Json> {
    return this.send('POST', '/back', {})
  }

  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<Json> {
    return this.send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  }

  /** Polls until an expression in the page is truthy, and returns its value. */
  comesTrue(expression: string): Promise<Json> {
    return until(() => this.evaluate(expression), Boolean)
  }

  /** The element at an XPath, once it is there. */
  private async find(path: string): Promise<string> {
    const found = await until(
      () => this.send('POST', '/elements', { using: 'xpath', value: path }) as Promise<Json[]>,
      ({ length }) => length > 0,
    )
    return found[0][elementKey]
  }

  async click(path: string): Promise<void> {
    await this.send('POST', `/element/${await this.find(path)}/click`, {})
  }

  async type(path: string, text: string): Promise<void> {
    await this.send('POST', `/element/${await this.find(path)}/value`, { text })
  }

  /** Presses a key where the focus is. */
  press(value: string): Promise<Json> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
    return this.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  close(): Promise<Json> {
    return call('DELETE', this.address)
  }
}

async function call(method: string, url: string, body?: Json): Promise<Json> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as Json
  if (!response.ok) throw new Error(`${url}: ${value.error}: ${value.message}`)
  return value
}

/** One browser for all tests of a file, which can have one window at a time; it is closed with its test. */
export function useWebKit(): () => Promise<WebKitWindow> {
  let running: ChildProcess[] = []
  let address = ''
  let window: WebKitWindow | undefined
  before(async () => {
    const [display, port] = [await startDisplay(), await freePort()]
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    })
    running = [driver, display.process]
    address = `http://127.0.0.1:${port}`
    await until(() => call('GET', `${address}/status`).catch(() => undefined), Boolean)
  })
  afterEach(async () => {
    await window?.close()
    window = undefined
  })
  after(async () => {
    for (const one of running) {
      one.kill()
      if (one.exitCode === null && one.signalCode === null) await once(one, 'exit')
    }
  })
  return async () => (window = await WebKitWindow.open(address))
}
