import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readerProcesses } from './reader-processes.ts'

/** Counts for days. */
const ENDLESS = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1e15)
  select max(n) from numbers`

async function stage({ deadlineMs = 20_000 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-readers-'))
  const file = join(folder, 'site.db')
  const writer = new SqliteDatabase(file)
  writer.pragma('journal_mode = WAL')
  writer.exec("create table notes (id integer primary key, title text); insert into notes (title) values ('一')")
  const onLost = vi.fn()
  const readers = readerProcesses(file, { deadlineMs, onLost })
  onTestFinished(async () => {
    await readers.close()
    writer.close()
    await rm(folder, { recursive: true })
  })
  const read = (sql: string, ...parameters: unknown[]) => readers.read({ sql, parameters })
  const pids = () => execFileSync('pgrep', ['-f', file], { encoding: 'utf8' }).trim().split('\n').map(Number)
  return { writer, read, onLost, pids }
}

it('see what was committed just before', async () => {
  const { writer, read } = await stage()
  expect(await read('select title from notes where id = ?', 1)).toEqual([{ title: '一' }])
  for (let id = 2; id < 10; id++) {
    writer.prepare('insert into notes (id, title) values (?, ?)').run(id, `第${id}篇`)
    expect(await read('select max(id) as id from notes')).toEqual([{ id }])
  }
})

it('answer statements that run at once, and say what is wrong with one', async () => {
  const { read, pids } = await stage()
  const both = await Promise.all([read('select 1 as n'), read('select 2 as n')])
  expect(both).toEqual([[{ n: 1 }], [{ n: 2 }]])
  await expect(read('select nonsense')).rejects.toThrow('no such column: nonsense')
  await expect(read('delete from notes')).rejects.toThrow()
  expect(await read('select count(*) as n from notes')).toEqual([{ n: 1 }])
  expect(pids()).toHaveLength(2)
})

it('end a statement at its deadline, and go on', async () => {
  const { read, onLost, pids } = await stage({ deadlineMs: 1500 })
  // On a busy machine a process takes as long to start.
  const patiently = (sql: string) => vi.waitFor(() => read(sql), { timeout: 15_000 })
  await patiently('select 1')
  onLost.mockClear()
  const [before] = pids()
  await expect(read(ENDLESS)).rejects.toMatchObject({ code: 'query_too_long', status: 503 })
  expect(onLost).toHaveBeenCalledOnce()
  expect(await patiently('select count(*) as n from notes')).toEqual([{ n: 1 }])
  expect(pids()).not.toContain(before)
})

it('read again where the system ends the process', async () => {
  const { writer, read, onLost, pids } = await stage()
  await read('select 1')
  const slow = read(`select count(*) as n from (${ENDLESS.replace('1e15', '3e6')})`)
  for (const pid of pids()) process.kill(pid, 'SIGKILL')
  expect(await slow).toEqual([{ n: 1 }])
  expect(onLost).toHaveBeenCalled()
  writer.exec("insert into notes (title) values ('二')")
  expect(await read('select count(*) as n from notes')).toEqual([{ n: 2 }])
})
