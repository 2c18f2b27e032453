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

  static async open(driver: string, signal: AbortSignal): Promise<WebKitWindow> {
    const { sessionId } = await call('POST', `${driver}/session`, { capabilities: {} }, signal)
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
}

async function call(method: string, url: string, body?: Json, signal?: AbortSignal): Promise<Json> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const { value } = (await response.json()) as Json
  if (!response.ok) throw new Error(`${url}: ${value.error}: ${value.message}`)
  return value
}

/** A driver with its browser, which can have one window. */
class Driver {
  private constructor(
    private readonly process: ChildProcess,
    private readonly address: string,
  ) {}

  static async start(display: string): Promise<Driver> {
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
      // A process group of its own, because a driver that is killed leaves its browser running.
      detached: true,
    })
    return new Driver(driver, `http://127.0.0.1:${port}`)
  }

  async openWindow(): Promise<WebKitWindow> {
    await until(
      async () => this.hasExited || (await call('GET', `${this.address}/status`).catch(() => false)),
      Boolean,
    )
    return WebKitWindow.open(this.address, AbortSignal.timeout(longestStartMs))
  }

  async stop(): Promise<void> {
    if (this.hasExited) return
    process.kill(-this.process.pid!, 'SIGKILL')
    await once(this.process, 'exit')
  }

  /** It ends by itself where another program has taken its port. */
  private get hasExited(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }
}

/** Far above what a browser takes to start on a busy machine. */
const longestStartMs = 60_000

/**
 * Opens the windows of a file's tests, one at a time; each has a browser of its own and is closed with its test.
 *
 * A browser that does not start is tried again: the driver chooses a free port for it, and waits forever if another program
 * takes that port before the browser listens there.
 */
export function useWebKit(): () => Promise<WebKitWindow> {
  let display: Awaited<ReturnType<typeof startDisplay>>
  let driver: Driver | undefined
  const stop = async () => {
    await driver?.stop()
    driver = undefined
  }
  before(async () => {
    display = await startDisplay()
  })
  afterEach(stop)
  after(async () => {
    display.process.kill()
    await once(display.process, 'exit')
  })
  return async function open(attempts = 3): Promise<WebKitWindow> {
    driver = await Driver.start(display.name)
    try {
      return await driver.openWindow()
    } catch (error) {
      await stop()
      if (attempts === 1) throw error
      return open(attempts - 1)
    }
  }
}
