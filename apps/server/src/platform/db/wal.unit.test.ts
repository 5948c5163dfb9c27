/** SQLite's WAL grows while somebody reads, and gives the disk its room back afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './client.ts'
import { openSnapshot } from './copying/snapshot.ts'
import { migrate } from './migrate.ts'
import { walBytes } from './sqlite-files.ts'

const MB = 1024 * 1024

it('is cut once a long read has ended', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'shiliu-wal-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'site.db')
  const site = openDatabase({ engine: 'sqlite', file })
  onTestFinished(() => site.close())
  await migrate(site)
  const write = (bytes: number) => sql`insert into filler (bytes) values (zeroblob(${bytes}))`.execute(site.db)
  await sql`create table filler (id integer primary key, bytes blob)`.execute(site.db)
  const snapshot = await openSnapshot({ engine: 'sqlite', file })
  for (let n = 0; n < 10; n++) await write(8 * MB)
  expect(walBytes(file)).toBeGreaterThan(80 * MB)
  await snapshot.close()
  // The first merges, the second begins anew.
  await write(1)
  await write(1)
  expect(walBytes(file)).toBeLessThanOrEqual(64 * MB)
})
