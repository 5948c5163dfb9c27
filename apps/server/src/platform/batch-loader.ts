/** Joins concurrent lookups of single keys into one call. */
type Lookup<Key, Value> = { key: Key; resolve(value: Value): void; reject(error: unknown): void }

const MAX_KEYS = 50

/**
 * Loads the first key of a scope at once; lookups that arrive while `load` runs share its next call, so that a result
 * is never older than its request. Not for transactions, which see uncommitted rows.
 */
export function batchLoader<Scope extends object, Key, Value>(
  load: (scope: Scope, keys: Key[]) => Promise<(key: Key) => Value>,
): (scope: Scope, key: Key) => Promise<Value> {
  const queues = new Map<Scope, Lookup<Key, Value>[]>()

  async function run(scope: Scope, queue: Lookup<Key, Value>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_KEYS)
      try {
        const getValue = await load(scope, [...new Set(batch.map(({ key }) => key))])
        for (const { key, resolve } of batch) resolve(getValue(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(scope)
  }

  return (scope, key) =>
    new Promise((resolve, reject) => {
      const lookup = { key, resolve, reject }
      const queue = queues.get(scope)
      if (queue) {
        queue.push(lookup)
        return
      }
      const started = [lookup]
      queues.set(scope, started)
      void run(scope, started)
    })
}
