import { Program, type Run } from '../program.ts'

/** Service nodes as separate processes, as in production. */

export interface Node {
  readonly origin: string
  readonly run: Run
}

export class Nodes {
  private readonly program = new Program()
  private readonly nodes: Node[] = []

  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  async start(): Promise<Node> {
    const run = this.program.start(['serve'], {
      CALENDS_ADMIN: 'admin:secret',
      CALENDS_RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...this.environment,
    })
    const [, origin] = await run.says(/listening at (http:\/\/[^/\s]+)/)
    const node = { origin: origin!, run }
    this.nodes.push(node)
    return node
  }

  /** Still includes nodes that have exited, as load balancers do for a while. */
  readonly origins = (): string[] => this.nodes.map(({ origin }) => origin)

  forget(node: Node): void {
    this.nodes.splice(this.nodes.indexOf(node), 1)
  }

  /** Errors of nodes that were not killed: unexpected exits and unhandled errors. */
  errors(): string[] {
    return this.nodes.flatMap(({ run }) => [
      ...run.stdout.split('\n').filter((line) => line.includes('unhandled error')),
      ...(run.child.exitCode === null ? [] : [run.stderr.slice(-2_000)]),
    ])
  }

  async stop(): Promise<void> {
    for (const { run } of this.nodes) run.kill('SIGKILL')
    await Promise.all(this.nodes.map(({ run }) => run.outcome()))
    this.program.remove()
  }
}
