import { AsyncLocalStorage } from 'node:async_hooks'

type Scope = { open: boolean }

const scopes = new AsyncLocalStorage<Scope>()

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

export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open)
    throw new Error('The outer db was used inside a transaction: pass on the one given to tx()')
}
