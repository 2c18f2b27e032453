/** Runs tasks with the same key one after another. */
export function createKeyedLock() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, take: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(take, take)
    last.set(key, turn)
    const release = () => void (last.get(key) === turn && last.delete(key))
    turn.then(release, release)
    return turn
  }
}
