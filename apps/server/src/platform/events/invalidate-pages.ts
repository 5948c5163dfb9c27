import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from './bus.ts'

/** Clears the caches of what guests see, on every process, once the transaction commits. */
export function invalidatePages(t: TxContext & { bus: Bus }): void {
  afterCommit(t, () => t.bus.publish('pages-changed', {}))
}
