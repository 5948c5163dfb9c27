import { Writable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../log.ts'
import { type LoopClock, type LoopWatch, loopWatch } from './loop-watch.ts'

type Line = { held: number; requests: object[]; inFlight: object[]; notLogged?: number; msg: string; sql?: string }

function watched(level: string, clock?: LoopClock) {
  const lines: Line[] = []
  const log = createLog(level, new Writable({ write: (text, _, done) => done(void lines.push(JSON.parse(text))) }))
  const loop = loopWatch(log, clock)
  onTestFinished(() => loop.close())
  return { lines, loop }
}

let now = 0
let idle = 0
/** So that a busy machine, which may take the processor away at any time, holds no loop here. */
const clock: LoopClock = { now: () => now, idle: () => idle }

/** Occupies the processor. */
function block(ms: number): void {
  now += ms
}

/** Waits for something to do. */
async function waitIdle(ms: number): Promise<void> {
  now += ms
  idle += ms
  await turn()
}

/** Until the turn that goes on has ended, and another. */
const turn = async () => {
  for (let turns = 0; turns < 3; turns++) await nextTurn()
}

it('names the request that held the event loop, also over several steps, and those that waited', async () => {
  const app = Fastify({ genReqId: () => 'r1' })
  onTestFinished(() => app.close())
  let loop: LoopWatch | undefined
  app.addHook('onRequest', async (_request, reply) => loop?.began(reply))
  app.addHook('onResponse', async (_request, reply) => loop?.ended(reply))
  app.get('/notes/:id', async () => {
    block(40)
    await Promise.resolve()
    block(40)
    return {}
  })
  await app.inject('/notes/1')
  const watch = watched('info', clock)
  loop = watch.loop
  loop.began('remove old things')
  await turn()
  const { lines } = watch
  await app.inject('/notes/5')
  await turn()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    msg: `event loop held ${lines[0]?.held} ms`,
    requests: [{ method: 'GET', route: '/notes/:id', reqId: 'r1' }],
    inFlight: [{ job: 'remove old things' }],
  })
  expect(lines[0]?.held).toBe(80)
})

it('counts no waiting, and leaves what has ended out', async () => {
  const { lines, loop } = watched('info', clock)
  loop.began('short')
  loop.ended('short')
  for (const ms of [200, ...Array<number>(40).fill(3)]) await waitIdle(ms)
  expect(lines).toEqual([])
  loop.began('long')
  block(60)
  await turn()
  expect(lines).toMatchObject([{ held: 60, requests: [{ job: 'long' }], inFlight: [] }])
})

it("tells Node's own waiting from work", async () => {
  const { lines } = watched('debug')
  let quiet = false
  for (let tries = 0; tries < 20 && !quiet; tries++) {
    lines.length = 0
    await wait(100)
    quiet = lines.every(({ held }) => held < 50)
  }
  expect(quiet).toBe(true)
  for (const end = performance.now() + 60; performance.now() < end; );
  await turn()
  expect(lines.some(({ held }) => held >= 60)).toBe(true)
})

it('says which statement was the slowest', async () => {
  const { lines, loop } = watched('info', clock)
  loop.statement('select 1', 2)
  loop.statement('select * from posts', 70)
  loop.statement('select 2', 3)
  block(80)
  await turn()
  expect(lines).toMatchObject([{ statements: 75, slowest: 70, sql: 'select * from posts' }])
})

it('logs one line a second, and with debug all, shorter ones too', async () => {
  for (const [level, expected] of [
    ['info', 1],
    ['debug', 3],
  ] as const) {
    const { lines } = watched(level, clock)
    for (const ms of [60, 60, 20]) {
      await turn()
      block(ms)
    }
    await turn()
    const held = lines.filter((line) => line.held >= 20)
    expect(held, level).toHaveLength(expected)
  }
})
