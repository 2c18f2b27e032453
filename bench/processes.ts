import { readdirSync, readFileSync } from 'node:fs'

/** Resource use of processes and their children; Linux only, read from /proc. */

const ticksPerSecond = 100

interface Stat {
  readonly pid: number
  readonly parent: number
  /** Seconds, including children that have exited. */
  readonly cpu: number
}

/** A process may exit meanwhile. */
function statOf(pid: number): Stat[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0)
    return [{ pid, parent: fields[1]!, cpu: ticks / ticksPerSecond }]
  } catch {
    return []
  }
}

function withDescendants(root: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const below = (pid: number): Stat[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter(({ pid }) => pid === root), ...below(root)]
}

/** CPU time of these processes and their descendants, in seconds. */
export const cpuOf = (roots: readonly number[]): number =>
  roots.flatMap(withDescendants).reduce((sum, { cpu }) => sum + cpu, 0)

/** CPU time of the threads of these processes in milliseconds, with nanosecond resolution. */
export const exactCpuOf = (pids: readonly number[]): number =>
  pids.flatMap(threadsOf).reduce((sum, path) => sum + nanosecondsOf(path), 0) / 1e6

function threadsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
}

/** A thread may end meanwhile. */
function nanosecondsOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/** Resident memory of this process and its descendants, in megabytes. */
export const residentOf = (root: number): number =>
  withDescendants(root)
    .map(({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
    .reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024

/** Peak resident memory of a process in megabytes; 0 once it has exited. */
export function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
