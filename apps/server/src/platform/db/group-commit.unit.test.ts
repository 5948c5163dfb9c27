import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from './client.ts'
import { groupCommit, startWalWorker, type WalWorker } from './group-commit.ts'
import { migrate } from './migrate.ts'

function deferred() {
  let [resolve, reject] = [() => {}, (_: Error) => {}]
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

it('syncs once for all who wait, never with a sync that began before their commit', async () => {
  const syncs: ReturnType<typeof deferred>[] = []
  const synced = groupCommit(() => {
    const sync = deferred()
    syncs.push(sync)
    return sync.promise
  })
  const done: string[] = []
  const wait = (name: string) => synced().then(() => done.push(name))
  const first = wait('first')
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  const later = [wait('second'), wait('third')]
  syncs[0]?.resolve()
  await first
  await vi.waitFor(() => expect(syncs).toHaveLength(2))
  expect(done).toEqual(['first'])
  syncs[1]?.resolve()
  await Promise.all(later)
  expect(syncs).toHaveLength(2)
})

it('fails all who wait for a failed sync, and everybody after it', async () => {
  const first = deferred()
  const sync = vi.fn(() => first.promise)
  const synced = groupCommit(sync)
  const waiting = [synced(), Promise.resolve().then(synced)]
  await vi.waitFor(() => expect(sync).toHaveBeenCalled())
  waiting.push(synced())
  first.reject(new Error('EIO'))
  for (const one of waiting) await expect(one).rejects.toThrow('EIO')
  await expect(synced()).rejects.toThrow('EIO')
  expect(sync).toHaveBeenCalledTimes(1)
})

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'shiliu-wal-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return (name: string) => join(path, name)
}

/** A site whose syncs and checkpoints go through `around`. */
async function openSite(file: string, around: (worker: WalWorker) => Partial<WalWorker> = () => ({})) {
  const onSyncFailure = vi.fn()
  const startWorker = (path: string) => {
    const worker = startWalWorker(path)
    return { ...worker, ...around(worker) }
  }
  const onCheckpointFailure = vi.fn()
  const groupOptions = { onSyncFailure, onCheckpointFailure, startWorker }
  const site = openDatabase({ engine: 'sqlite', file }, { groupCommit: groupOptions })
  await migrate(site)
  const add = async (name: string) => {
    const row = { name, name_key: name, created_at: 0 }
    await site.db.transaction().execute((t) => t.insertInto('tags').values(row).execute())
  }
  return { site, add, onSyncFailure, onCheckpointFailure }
}

it('keeps every acknowledged write where the WAL ends with what the last sync covered', async () => {
  const at = folder()
  let covered = 0
  const { site, add } = await openSite(at('site.db'), (worker) => ({
    // The WAL only grows, so that its size tells what a sync covers.
    checkpoint: async () => 0,
    async sync() {
      const { size } = statSync(at('site.db-wal'))
      await worker.sync()
      covered = size
    },
  }))
  onTestFinished(() => site.close())
  const worker = startWalWorker(at('site.db'))
  await worker.checkpoint()
  await worker.close()
  copyFileSync(at('site.db'), at('checkpointed.db'))
  const acknowledged: string[] = []
  const cuts: { names: string[]; bytes: number }[] = []
  const write = async (writer: number) => {
    for (let n = 0; n < 10; n++) {
      await add(`${writer}-${n}`)
      acknowledged.push(`${writer}-${n}`)
      cuts.push({ names: [...acknowledged], bytes: covered })
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)))
  for (const { names, bytes } of cuts.filter((_, index) => index % 10 === 9)) {
    copyFileSync(at('checkpointed.db'), at('cut.db'))
    copyFileSync(at('site.db-wal'), at('cut.db-wal'))
    truncateSync(at('cut.db-wal'), bytes)
    const cut = new SqliteDatabase(at('cut.db'))
    const found = new Set(cut.prepare('select name from tags').pluck().all())
    cut.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(at(`cut.db${suffix}`), { force: true })
    expect(names.filter((name) => !found.has(name))).toEqual([])
  }
})

it('answers reads without waiting, and a write only after its sync', async () => {
  const at = folder()
  const sync = deferred()
  let isHeld = false
  const { site, add } = await openSite(at('site.db'), (worker) => ({
    sync: () => (isHeld ? sync.promise : worker.sync()),
  }))
  onTestFinished(() => site.close())
  isHeld = true
  let isAnswered = false
  const written = add('new').then(() => {
    isAnswered = true
  })
  const names = async () => (await site.db.selectFrom('tags').select('name').execute()).map(({ name }) => name)
  await expect.poll(names).toEqual(['new'])
  expect(isAnswered).toBe(false)
  isHeld = false
  sync.resolve()
  await written
})

it('tells that a sync failed, which ends the server', async () => {
  const at = folder()
  let isBroken = false
  const { site, add, onSyncFailure } = await openSite(at('site.db'), (worker) => ({
    sync: () => (isBroken ? Promise.reject(new Error('EIO')) : worker.sync()),
  }))
  onTestFinished(() => site.close().catch(() => undefined))
  isBroken = true
  await expect(Promise.all([add('one'), add('two')])).rejects.toThrow('EIO')
  expect(onSyncFailure).toHaveBeenCalled()
  await expect(add('three')).rejects.toThrow('EIO')
})

it('checkpoints in the background, so that the WAL starts again', async () => {
  const at = folder()
  const { site, add } = await openSite(at('site.db'))
  onTestFinished(() => site.close())
  const size = () => statSync(at('site.db-wal')).size
  await add('one')
  const worker = startWalWorker(at('site.db'))
  onTestFinished(() => worker.close())
  const before = size()
  for (let n = 0; n < 50; n++) {
    await worker.checkpoint()
    await add(`again ${n}`)
  }
  expect(size()).toBeLessThan(2 * before)
})

it('lets the WAL start again where a transaction is open at the time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const at = folder()
  const checkpoint = vi.fn(async () => 5000)
  const { site, add, onCheckpointFailure } = await openSite(at('site.db'), () => ({ checkpoint }))
  onTestFinished(() => site.close())
  await site.db.transaction().execute(async (t) => {
    await t.insertInto('tags').values({ name: 'one', name_key: 'one', created_at: 0 }).execute()
    await vi.advanceTimersByTimeAsync(1000)
  })
  expect(checkpoint).toHaveBeenCalled()
  expect(onCheckpointFailure).not.toHaveBeenCalled()
  const { size } = statSync(at('site.db-wal'))
  await add('two')
  expect(statSync(at('site.db-wal')).size).toBe(size)
})
