import { exactCpuOf } from './processes.ts'
import { quantile } from './quantile.ts'
import { report } from './report.ts'

/** What the machine adds to the CPU time of a single request: virtual ones may need half as much again for the same work. */

const [computations, targetMs] = [300, 10]

/** Integer arithmetic, which allocates nothing. */
function compute(steps: number): number {
  let sum = 0
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) | 0
  return sum
}

/** Milliseconds of CPU time. */
function cpuOfComputing(steps: number): number {
  const before = exactCpuOf([process.pid])
  compute(steps)
  return exactCpuOf([process.pid]) - before
}

/** The CPU time of a fixed computation of about 10 ms, as a baseline for pages that take about as long. */
export function measureMachine(): void {
  const sample = 10_000_000
  compute(sample)
  const steps = Math.round((sample * targetMs) / cpuOfComputing(sample))
  const sorted = Array.from({ length: computations }, () => cpuOfComputing(steps)).sort(
    (one, other) => one - other,
  )
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  report({ work: 'a fixed computation, CPU', result: p99, unit: 'ms', p50, p99 })
}
