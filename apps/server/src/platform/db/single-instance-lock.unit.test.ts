import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ConfigError } from '../config.ts'
import { aloneOrThrow } from './alone.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

async function site() {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-alone-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return {
    database: { engine: 'sqlite', file: join(folder, 'shiliu.db') },
    redisUrl: undefined,
    singleNode: false,
  } as const
}

it('lets one process serve a SQLite file, until it lets go', async () => {
  const config = await site()
  const first = await aloneOrThrow(config, 0)
  const second = aloneOrThrow(config, 0)
  await expect(second).rejects.toThrow(ConfigError)
  await expect(second).rejects.toThrow(/^Another process serves this database, .*shiliu\.db/)
  const sure = await aloneOrThrow({ ...config, singleNode: true }, 0)
  await sure.release()
  await first.release()
  const next = await aloneOrThrow(config, 0)
  await next.release()
})

it('leaves the database itself to everybody: a backup, a recount', async () => {
  const config = await site()
  const alone = await aloneOrThrow(config, 0)
  const handle = openDatabase(config.database)
  await migrate(handle)
  await handle.close()
  await alone.release()
})
