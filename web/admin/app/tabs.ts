import { randomName } from './random-name.ts'

/** Which tab of the browser this is, and which others are open: each holds a lock for as long as its page lives. */

const [storedAs, lockStart, taking] = ['calends.tab', 'calends.tab/', 'calends.taking']

/** Browsers have no locks on pages without HTTPS, where tabs cannot know of each other. */
const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined

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
  const name = randomName()
  await hold(name)
  sessionStorage.setItem(storedAs, name)
  return name
}

let own: Promise<string> | undefined

/** The name of this tab, the same for all forms in it. */
export const ownTab = (): Promise<string> => (own ??= findName())

export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(lockStart))
  return new Set(names.map((name) => name.slice(lockStart.length)))
}

interface Tabs {
  readonly own: string
  readonly open: ReadonlySet<string>
}

let known: Tabs = { own: '', open: new Set() }

/** The tabs as they were when this one was last looked at, for those who cannot wait. */
export const knownTabs = (): Tabs => known

/** Resolves when the tabs are known. Another tab can only be closed while that one is in front. */
export async function watchTabs(): Promise<void> {
  const look = async () => {
    known = { own: await ownTab(), open: await openTabs() }
  }
  for (const change of ['focus', 'visibilitychange', 'pageshow'])
    addEventListener(change, () => void look(), { capture: true })
  await look()
}

const keptMs = 30 * 24 * 3_600_000
/** How many entries of closed tabs are kept. */
const mostLeft = 100

/** Whether an entry of a closed tab is still kept, by its place among them, the latest first. */
export const isStillKept = ({ at }: { readonly at: number }, place: number): boolean =>
  place < mostLeft && Date.now() - at < keptMs

/** Does the work while no other tab does the same. */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  const manager = locks()
  return manager === undefined ? work() : ((await manager.request(taking, work)) as T)
}
