import asyncHooks from 'node:async_hooks'

/**
 * Loaded before each test file. Node's test runner follows every promise to know which test declares a hook or another
 * test, and which one an error belongs to. That takes an eighth of the time of a test, so it ends once everything is
 * declared. Plain JavaScript, because nothing can run TypeScript yet.
 */

const { createHook } = asyncHooks

/** @type {asyncHooks.AsyncHook | undefined} */
let following

/** The first hook is the test runner's. It does not follow what is destroyed, because that would take another sixth. */
asyncHooks.createHook = ({ init }) => {
  asyncHooks.createHook = createHook
  following = createHook({ init })
  return following
}

/** An error that no test waits for belongs to none from then on; it is printed here, and fails the file. */
const report = (/** @type {unknown} */ error) => console.error(error)

/** To be called when all tests of the process are declared. */
export function stopFollowing() {
  following?.disable()
  process.prependListener('uncaughtException', report)
  process.prependListener('unhandledRejection', report)
}
