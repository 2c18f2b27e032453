/**
 * The triggers find an event by its key alone. Nothing but them has changed, and the newest migration recreates them.
 */
export const triggersByKey = { up: () => Promise.resolve() }
