/** Durable commits of SQLite without a sync on the event loop (docs/decisions/021-group-commit.md). */
import { Worker } from 'node:worker_threads'
import { entryFile } from '../entry-file.ts'
import type { SyncRequest, SyncResponse } from './wal-worker.ts'

/** Resolves once all commits before the call are on disk. Calls share the next sync; after a failed one all fail. */
export function groupCommit(sync: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      last = sync()
      return last
    })
    return next
  }
}

export type WalWorker = {
  /** Flushes the WAL as it is at the call. */
  sync(): Promise<void>
  /** Copies the WAL into the database file as far as nobody uses it; returns how many pages the WAL then holds. */
  checkpoint(): Promise<number>
  close(): Promise<void>
}

/** A thread that does the slow work on the files of the database `file`, which must be open in WAL mode. */
export function startWalWorker(file: string): WalWorker {
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }
  const worker = new Worker(entryFile(import.meta.url, 'wal-worker'), { workerData: { file }, resourceLimits })
  const waiting: { resolve(pages: number): void; reject(error: Error): void }[] = []
  let failure: Error | undefined
  worker.on('message', ({ pages, error }: SyncResponse) => {
    const request = waiting.shift()
    if (error === undefined) request?.resolve(pages)
    else request?.reject(new Error(error))
  })
  const fail = (error: Error) => {
    failure ??= error
    for (const request of waiting.splice(0)) request.reject(failure)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The WAL worker has ended')))

  function ask(request: SyncRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure)
      waiting.push({ resolve, reject })
      worker.postMessage(request)
    })
  }

  return {
    async sync() {
      await ask('sync')
    },
    checkpoint: () => ask('checkpoint'),
    async close() {
      await worker.terminate()
    },
  }
}
