#!/usr/bin/env node
import { keepRoomSmall } from './room.ts'

keepRoomSmall()
const { run } = await import('./program.ts')
await run()
