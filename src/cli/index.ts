#!/usr/bin/env node
import { endOnStopSignals } from './first-process.ts'
import { configureHeap } from './heap-settings.ts'

endOnStopSignals()
configureHeap()
const { run } = await import('./program.ts')
await run()
