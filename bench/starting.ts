import { median } from './measuring.ts'
import { residentOf } from './processes.ts'
import { report } from './report.ts'
import { startService, type ServiceOptions } from './servers.ts'

/** Startup time and memory of an empty service. */

const starts = 3

export async function measureStart(options: ServiceOptions): Promise<void> {
  const [ready, resident]: [number[], number[]] = [[], []]
  for (let start = 0; start < starts; start += 1) {
    const service = await startService(options)
    ready.push(service.ready)
    resident.push(residentOf(service.pids[0]!))
    await service.stop()
  }
  report({ work: 'empty: ready after', result: median(ready), unit: 'ms', target: { must: 1_000 } })
  report({ work: 'empty: resident', result: median(resident), unit: 'MB', target: { must: 90 } })
}
