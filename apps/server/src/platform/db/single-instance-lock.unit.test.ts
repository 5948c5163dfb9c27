import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ConfigError } from '../config.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { acquireSingleInstanceLock } from './single-instance-lock.ts'

async function site() {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-alone-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return {
    database: { engine: 'sqlite', file: join(folder, 'shiliu.db') },
    redisUrl: undefined,
    singleNode: false,
  } as const
}

it('lets one process at a time serve a SQLite file', async () => {
  const config = await site()
  const first = await acquireSingleInstanceLock(config, 0)
  const second = acquireSingleInstanceLock(config, 0)
  await expect(second).rejects.toThrow(ConfigError)
  await expect(second).rejects.toThrow(/^Another process serves this database, .*shiliu\.db/)
  const sure = await acquireSingleInstanceLock({ ...config, singleNode: true }, 0)
  await sure.release()
  await first.release()
  const next = await acquireSingleInstanceLock(config, 0)
  await next.release()
})

it('does not lock the database itself, so that commands can use it', async () => {
  const config = await site()
  const lock = await acquireSingleInstanceLock(config, 0)
  const handle = openDatabase(config.database)
  await migrate(handle)
  await handle.close()
  await lock.release()
})
