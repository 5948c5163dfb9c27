import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from './bus.ts'

/** Pages and notes that are kept in memory show what guests see: whoever changes that says so, within the transaction. */
export function pagesChanged(t: TxContext & { bus: Bus }): void {
  afterCommit(t, () => t.bus.publish('pages-changed', {}))
}
