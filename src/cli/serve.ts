import type { Command } from 'commander'
import { withSettings } from './settings.ts'

/** The service is loaded only when it starts, because that takes three times as long as showing the help. */
export function declare(command: Command): void {
  withSettings(command)
    .description(
      'Migrates the database and serves until SIGTERM, SIGINT or SIGHUP. Logs go to standard output as JSON lines, messages for people (URLs, the first password, problems) to standard error.',
    )
    .option('--demo', 'fill an empty database with sample events')
    .action(async (options: { demo?: boolean }) => {
      const { run } = await import('./serve-run.ts')
      await run(options)
    })
}
