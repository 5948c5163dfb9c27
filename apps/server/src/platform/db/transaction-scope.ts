/** Knows whether the running code is inside a transaction, so that using the outer `db` there is an error. */
import { AsyncLocalStorage } from 'node:async_hooks'

type Scope = { open: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs the work of a transaction; what it calls counts as inside. */
export async function inTransactionScope<R>(work: () => Promise<R>): Promise<R> {
  const scope: Scope = { open: true }
  return scopes.run(scope, async () => {
    try {
      return await work()
    } finally {
      // Work that the transaction leaves running in the background is outside again.
      scope.open = false
    }
  })
}

/** Throws where the caller runs inside a transaction. */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open)
    throw new Error('The outer db was used inside a transaction: pass on the one given to tx()')
}
