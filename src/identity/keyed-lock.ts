import { unavailable } from '../errors.ts'

/** Tasks of one key that may wait, so that a flood of requests does not pile up in memory. */
const maxWaiting = 200

interface Queue {
  readonly last: Promise<unknown>
  readonly length: number
}

/** Runs tasks with the same key one after another; throws `unavailable` if too many are waiting. */
export function createKeyedLock() {
  const queues = new Map<string, Queue>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const { last, length } = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (length > maxWaiting) throw unavailable()
    const turn = last.then(task, task)
    queues.set(key, { last: turn, length: length + 1 })
    const release = () => {
      const queue = queues.get(key)!
      if (queue.last === turn) queues.delete(key)
      else queues.set(key, { ...queue, length: queue.length - 1 })
    }
    turn.then(release, release)
    return turn
  }
}
