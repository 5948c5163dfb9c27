/**
 * Lets React's deferred work, effects among it, come as late as on a busy machine: a test that expects it at once
 * fails always instead of rarely. Runs before React is imported, whose scheduler keeps the `setImmediate` it finds.
 */
const wait = globalThis.setTimeout
const late = (callback: (...args: unknown[]) => void, ...args: unknown[]) => wait(callback, 15, ...args)
Object.assign(globalThis, { setImmediate: late })
