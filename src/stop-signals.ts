import { constants } from 'node:os'

/** The signals by which a service manager, a terminal, and a terminal that is closed stop a process. */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** npm forwards a signal that the terminal has already delivered, so one within this time (ms) is not a second one. */
export const repeatedSignalMs = 1_000

/** What shells expect of a process that a signal has ended. */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]
