import type { Command } from 'commander'
import { describeConfig, readConfig } from '../config.ts'
import { print, table } from './console.ts'
import { sourcesOf, withSettings } from './settings.ts'

export function declare(command: Command): void {
  withSettings(command)
    .description(
      'Shows every setting, its value and its source; secrets are masked. What administrators have changed in the administration is shown only there.',
    )
    .option('--json', 'print as JSON')
    .action((options: { json?: boolean }) => {
      const sources = sourcesOf(options)
      const described = describeConfig(readConfig(sources), sources)
      if (options.json) print(JSON.stringify(described, undefined, 2))
      else
        print(
          table([['SETTING', 'VALUE', 'FROM'], ...described.map((one) => [one.name, one.value, one.origin])]),
        )
    })
}
