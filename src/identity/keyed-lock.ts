/** Runs tasks with the same key one after another. */
export function createKeyedLock() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, turn)
    const release = () => void (last.get(key) === turn && last.delete(key))
    turn.then(release, release)
    return turn
  }
}
