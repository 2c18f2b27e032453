import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/**
 * Throws if this process may not open that many more files. Asked before modules are loaded, because Node.js remembers a
 * module that it could not open as missing until the process ends.
 */
export function requireDescriptors(count: number): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'))
  } finally {
    for (const one of opened) closeSync(one)
  }
}

/** Whether this process, or the whole system, has too many open files, which passes when connections are closed. */
export const lacksDescriptors = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
