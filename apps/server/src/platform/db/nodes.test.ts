import { hostname } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { repeat } from '#test/repeat.ts'
import { createTestApp } from '#test/test-app.ts'
import type { Bus } from '../events/bus.ts'
import { localBus } from '../events/bus.ts'
import { joinNodes, livingNodes } from './nodes.ts'

const log = pino({ level: 'silent' })

/** Buses of one site: all on the same Redis hear each other. */
function buses(n: number): Bus[] {
  const made: Bus[] = Array.from({ length: n }, () => localBus())
  return made.map((bus) => ({
    ...bus,
    lastHeard: (id) => (made.some((other) => other.nodeId === id) ? performance.now() : undefined),
  }))
}

async function setUp() {
  const { ctx } = await createTestApp()
  const { db } = ctx
  const join = async (bus: Bus, options: { force?: boolean; staleMs?: number } = {}) => {
    const nodes = await joinNodes({ db, bus, log, heartbeatMs: 100, ...options })
    onTestFinished(() => nodes.leave())
    return nodes
  }
  const others = (fields: object) => ({ node: 'another', host: 'elsewhere', pid: 1, seen_at: Date.now(), ...fields })
  return { db, join, others }
}

describe('a node', () => {
  it('joins those that it hears', async () => {
    const { join, db } = await setUp()
    const [one, two] = buses(2)
    if (!one || !two) throw new Error('two buses')
    await join(one)
    const nodes = await join(two)
    expect(nodes.unheard()).toEqual([])
    expect(await db.selectFrom('nodes').select(['host', 'pid']).execute()).toHaveLength(2)
    await nodes.leave()
    expect(await db.selectFrom('nodes').select('node').execute()).toEqual([{ node: one.nodeId }])
  })

  it('refuses to start beside one that lives and is not heard, unless it is told to', async () => {
    const { join, db, others } = await setUp()
    await db.insertInto('nodes').values(others({})).execute()
    const stopBeats = repeat(200, () =>
      db.updateTable('nodes').set({ seen_at: Date.now() }).where('node', '=', 'another').execute(),
    )
    await expect(join(localBus())).rejects.toThrow(
      /^Another process serves this database and cannot be heard: elsewhere \(pid 1\)\.\n.*REDIS_URL and JWT_SECRET/,
    )
    expect(await db.selectFrom('nodes').select('node').execute()).toEqual([{ node: 'another' }])
    const bus = localBus()
    const connection = vi.fn()
    bus.subscribe('connection', ({ up }) => connection(up))
    const nodes = await join(bus, { force: true })
    // It says so, and caches nothing, until the other is gone.
    await expect.poll(nodes.unheard, { timeout: 8000 }).toEqual(['elsewhere (pid 1)'])
    expect(connection).toHaveBeenLastCalledWith(false)
    await stopBeats()
    await db.deleteFrom('nodes').where('node', '=', 'another').execute()
    await expect.poll(nodes.unheard, { timeout: 8000 }).toEqual([])
    expect(connection).toHaveBeenLastCalledWith(true)
  })

  it('goes by the clock of the database, whatever its own says', async () => {
    const { join, db, others } = await setUp()
    await db.insertInto('nodes').values(others({})).execute()
    const seen_at = sql<number>`round(unix_timestamp(now(3)) * 1000)`
    repeat(200, () => db.updateTable('nodes').set({ seen_at }).where('node', '=', 'another').execute())
    const ahead = Date.now() + 600_000
    vi.spyOn(Date, 'now').mockImplementation(() => ahead)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await livingNodes(db, 'mysql')).toEqual([{ host: 'elsewhere', pid: 1 }])
    await expect(join(localBus())).rejects.toThrow(/cannot be heard: elsewhere/)
  })

  it('waits until one that was killed elsewhere is stale, and not for a dead process of its own machine', async () => {
    const { join, db, others } = await setUp()
    const dead = { node: 'dead', host: hostname(), pid: 2 ** 22 + 1 }
    await db
      .insertInto('nodes')
      .values([others({}), others(dead)])
      .execute()
    const before = performance.now()
    await join(localBus(), { staleMs: 1000 })
    expect(performance.now() - before).toBeGreaterThan(700)
    expect(await db.selectFrom('nodes').select('node').where('node', '=', 'dead').execute()).toEqual([])
  })
})

it('knows who serves the site, and who has been silent for long', async () => {
  const { db, others } = await setUp()
  expect(await livingNodes(db, 'mysql')).toEqual([])
  await db
    .insertInto('nodes')
    .values([others({}), others({ node: 'gone', seen_at: Date.now() - 60_000 })])
    .execute()
  expect(await livingNodes(db, 'mysql')).toEqual([{ host: 'elsewhere', pid: 1 }])
})

it('comes back after its row was removed', async () => {
  const { join, db } = await setUp()
  await join(localBus())
  await db.deleteFrom('nodes').execute()
  await expect.poll(async () => (await db.selectFrom('nodes').select('id').execute()).length).toBe(1)
})
