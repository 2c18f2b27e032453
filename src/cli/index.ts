#!/usr/bin/env node
import { configureHeap } from './heap-settings.ts'

configureHeap()
const { run } = await import('./program.ts')
await run()
