import { hostname } from 'node:os'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
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

it('knows who serves the site by a clock that is behind, and waits for nobody where nobody is', async () => {
  const { db, others } = await setUp()
  expect(await livingNodes(db, { renewedMs: 600_000 })).toEqual([])
  await db.insertInto('nodes').values(others({})).execute()
  expect(await livingNodes(db, { renewedMs: 600_000 })).toMatchObject([{ host: 'elsewhere', pid: 1 }])
  const behind = 10 * 60_000
  const beat = () =>
    db
      .updateTable('nodes')
      .set({ seen_at: Date.now() - behind })
      .execute()
  await beat()
  expect(await livingNodes(db, { renewedMs: 100 })).toEqual([])
  repeat(100, beat)
  expect(await livingNodes(db, { renewedMs: 2000 })).toMatchObject([{ host: 'elsewhere', pid: 1 }])
})

// Where a site may have several nodes.
if (inject('engine') === 'mysql') {
  it('comes back after its row was removed', async () => {
    const { join, db } = await setUp()
    await join(localBus())
    await db.deleteFrom('nodes').execute()
    await expect.poll(async () => (await db.selectFrom('nodes').select('id').execute()).length).toBe(1)
  })
}
