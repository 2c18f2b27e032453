import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A third-party site with its own origin and the strictest CSP that the element supports. */
export class ForeignSite {
  private readonly server: Server
  private body = ''
  private calendar = ''

  constructor() {
    this.server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': this.policy() })
      response.end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cellar</title><link rel="icon" href="data:,"></head><body><main><h1>Cellar</h1>${this.body}</main></body></html>`,
      )
    })
  }

  private policy(): string {
    const { calendar } = this
    return [
      "default-src 'none'",
      `script-src ${calendar}`,
      `connect-src ${calendar}`,
      `frame-src ${calendar}`,
      'img-src data:',
      "require-trusted-types-for 'script'",
    ].join('; ')
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Sets the markup of the page, allows it to use a calendar, and returns the page URL. */
  page(body: string, calendar: string): string {
    this.body = body
    this.calendar = calendar
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`
  }
}
