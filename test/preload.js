import asyncHooks from 'node:async_hooks'

/**
 * Loaded before each test file. Node's test runner records the test of every promise, and registers a hook for
 * destroyed promises. The hook is dropped, because tracking takes a sixth of the time of a test, whereas the records
 * take only some megabytes. Plain JavaScript, because nothing can run TypeScript yet.
 */

const { createHook } = asyncHooks

asyncHooks.createHook = ({ init }) => createHook({ init })
