#!/usr/bin/env node
import { limitYoungGeneration } from './heap-settings.ts'

limitYoungGeneration()
const { run } = await import('./program.ts')
await run()
