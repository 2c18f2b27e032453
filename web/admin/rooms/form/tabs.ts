/** Which tab of the browser this is, and which others are open: each holds a lock for as long as its page lives. */

const [storedAs, lockStart, taking] = ['calends.tab', 'calends.tab/', 'calends.taking']

/** Browsers have no locks on pages without HTTPS, where tabs cannot know of each other. */
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined

/** Unlike `randomUUID`, available without HTTPS. */
const newName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Whether the name was free; then this page holds it until it is closed. */
function hold(name: string): Promise<boolean> {
  const manager = locks()
  if (manager === undefined) return Promise.resolve(true)
  return new Promise((resolve, reject) => {
    const hasEnded = manager.request(lockStart + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise<void>(() => undefined)
    })
    hasEnded.catch(reject)
  })
}

/** A tab keeps its name when it is reloaded. A duplicated tab comes with the name of the other one, which is taken. */
async function findName(): Promise<string> {
  const former = sessionStorage.getItem(storedAs)
  if (former !== null && (await hold(former))) return former
  const name = newName()
  await hold(name)
  sessionStorage.setItem(storedAs, name)
  return name
}

let own: Promise<string> | undefined

/** The name of this tab, the same for all forms in it. */
export const ownTab = (): Promise<string> => (own ??= findName())

/** The names of all open tabs. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(lockStart))
  return new Set(names.map((name) => name.slice(lockStart.length)))
}

/** Does the work while no other tab does the same. */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  const manager = locks()
  return manager === undefined ? work() : ((await manager.request(taking, work)) as T)
}
