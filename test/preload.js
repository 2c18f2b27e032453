import asyncHooks from 'node:async_hooks'

/**
 * Loaded before each test file. Node's test runner notes which test every promise belongs to, and asks to be told when the
 * promise is gone. It is not told, because watching for that takes a sixth of the time of a test; the notes take some
 * megabytes. Plain JavaScript, because nothing is there yet that could run TypeScript.
 */

const { createHook } = asyncHooks

asyncHooks.createHook = ({ init }) => createHook({ init })
