/** npm run faults: takes away, hangs and kills what a site runs on while people write, and looks at what they got. */
import { setTimeout as wait } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import sharp from 'sharp'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'
import {
  mariadbd,
  newFolder,
  type Running,
  startMariadb,
  startNode,
  startRedis,
  startS3,
} from '../support/processes.ts'
import { makeSite } from '../support/site.ts'
import { startTraffic, type Traffic } from '../support/traffic.ts'
import { checkAcknowledged } from './acknowledged.ts'
import { diskFills } from './full-disk.ts'
import { type Outcome, printTable, say } from './report.ts'

type Site = Record<'mariadb' | 'redis' | 's3' | 'one' | 'two', Running> & { proxies: CuttingProxy[] }

type Fault = {
  name: string
  begin(site: Site): Promise<unknown> | unknown
  /** How long it lasts. */
  ms: number
  end(site: Site): Promise<unknown> | unknown
  /** The longest that anybody may wait. */
  deadlineMs: number
  /** Requests to a killed node are cut off. */
  mayCut?: boolean
  /** So many writes whose answer is lost must be repeated with success. */
  repeats?: number
}

const FAULTS: Fault[] = [
  {
    name: 'Redis hangs',
    begin: ({ redis }) => redis.hang(),
    ms: 5000,
    end: ({ redis }) => redis.resume(),
    deadlineMs: 3000,
  },
  {
    name: 'Redis is killed',
    begin: ({ redis }) => redis.kill(),
    ms: 3000,
    end: ({ redis }) => redis.start(),
    deadlineMs: 3000,
  },
  {
    name: 'the object storage hangs',
    begin: ({ s3 }) => s3.hang(),
    ms: 12_000,
    end: ({ s3 }) => s3.resume(),
    deadlineMs: 12_000,
  },
  {
    name: 'the object storage is killed',
    begin: ({ s3 }) => s3.kill(),
    ms: 3000,
    end: ({ s3 }) => s3.start(),
    deadlineMs: 5000,
  },
  {
    name: 'MariaDB hangs',
    begin: ({ mariadb }) => mariadb.hang(),
    ms: 14_000,
    end: ({ mariadb }) => mariadb.resume(),
    deadlineMs: 12_000,
  },
  {
    name: 'MariaDB is killed',
    begin: ({ mariadb }) => mariadb.kill(),
    ms: 3000,
    end: ({ mariadb }) => mariadb.start(),
    deadlineMs: 8000,
  },
  {
    name: 'answers are cut',
    begin: ({ proxies }) => proxies.forEach((proxy) => void proxy.cut(true)),
    ms: 5000,
    end: ({ proxies }) => proxies.forEach((proxy) => void proxy.cut(false)),
    deadlineMs: 3000,
    mayCut: true,
    repeats: 10,
  },
  {
    name: 'a node is killed',
    begin: ({ two }) => two.kill(),
    ms: 2000,
    end: ({ two }) => two.start(),
    deadlineMs: 5000,
    mayCut: true,
  },
  // Those who ask it wait as long as it hangs.
  { name: 'a node hangs', begin: ({ two }) => two.hang(), ms: 4000, end: ({ two }) => two.resume(), deadlineMs: 6000 },
]

/** For a loaded machine: what is measured includes the client's own waiting. */
const SLACK_MS = 3000
const BEFORE_MS = 1500
const RECOVERY_MS = 15_000

async function runFault(site: Site, traffic: Traffic, fault: Fault): Promise<Outcome> {
  await wait(BEFORE_MS)
  const begin = performance.now()
  await fault.begin(site)
  await wait(fault.ms)
  await fault.end(site)
  const ended = performance.now()
  const recovered = await untilAllServed(traffic, ended)
  const answers = traffic.answers.filter(({ at }) => at >= begin - BEFORE_MS)
  const waiting = [...traffic.pending.values()].map(({ at }) => performance.now() - at)
  const longest = Math.max(...answers.map(({ ms }) => ms), ...waiting)
  const wrong: string[] = []
  if (longest > fault.deadlineMs + SLACK_MS) wrong.push(`somebody waited ${Math.round(longest)} ms`)
  const faults = answers.filter(({ status }) => status >= 500 && status !== 503)
  for (const { what, status, message } of faults.slice(0, 3)) wrong.push(`${what}: ${status} ${message}`)
  const cut = answers.filter(({ status }) => status === 0)
  if (cut.length > 0 && !fault.mayCut) wrong.push(`${cut.length} cut off: ${cut[0]?.what} ${cut[0]?.message}`)
  const repeats = traffic.repeated.filter((at) => at > begin).length
  if (repeats < (fault.repeats ?? 0)) wrong.push(`only ${repeats} writes were repeated after their answer was lost`)
  if (recovered === null) {
    const last = answers.filter(({ status }) => status === 0 || status >= 500).at(-1)
    const kinds = ['like', 'comment', 'upload', 'read'].map((kind) => {
      const served = answers.filter(({ what, status, at }) => what === kind && status === 200 && at > ended).length
      return `${kind} ${served}`
    })
    wrong.push(
      `not all served ${RECOVERY_MS / 1000} s after it: ${kinds.join(', ')}; last refusal ${last?.what} ${last?.message} ${Math.round((last?.at ?? 0) - ended)} ms after`,
    )
  }
  return {
    name: fault.name,
    served: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 503).length,
    longestMs: longest,
    deadlineMs: fault.deadlineMs,
    recoveryMs: recovered,
    wrong,
  }
}

/** Milliseconds until requests of each kind were answered with 200 only for a second; null where that is too long. */
async function untilAllServed(traffic: Traffic, since: number): Promise<number | null> {
  for (;;) {
    await wait(200)
    const later = traffic.answers.filter(({ at }) => at > since)
    const bad = later.filter(({ status }) => status === 0 || status >= 500).at(-1)
    const from = bad ? bad.at + 1 : since
    const good = later.filter(({ at, status }) => at >= from && status === 200)
    const kinds = new Set(good.map(({ what }) => what))
    if (kinds.size === 4 && performance.now() - from > 1000) return from - since
    if (performance.now() - since > RECOVERY_MS) return null
  }
}

async function onSeveralServices(): Promise<Outcome[]> {
  const [mariadb, redis, s3] = await Promise.all([startMariadb(), startRedis(), startS3()])
  const url = `mysql://root@127.0.0.1:${mariadb.port}/shiliu`
  const connection = await createConnection(`mysql://root@127.0.0.1:${mariadb.port}`)
  await connection.query('create database shiliu character set utf8mb4 collate utf8mb4_bin')
  await connection.end()
  const env = {
    DATA_DIR: newFolder('data'),
    LOG_LEVEL: 'info',
    DATABASE_URL: url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    JWT_SECRET: 'a secret of the resilience suite, of enough length',
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: '1',
  }
  const { people, notes } = await makeSite(env, 12, 30)
  // As after a boot: the second node starts while the database cannot be reached yet.
  const one = await startNode(env)
  await mariadb.kill('SIGTERM')
  const starting = startNode(env)
  await wait(2000)
  await mariadb.start()
  const two = await starting
  const proxies = await Promise.all([one, two].map(({ port }) => startCuttingProxy(port)))
  const origins = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
  const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#c0392b' } })
    .png()
    .toBuffer()
  const traffic = startTraffic({ origins, people, notes, picture })
  const site: Site = { mariadb, redis, s3, one, two, proxies }
  const outcomes: Outcome[] = []
  for (const fault of FAULTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
    const outcome = await runFault(site, traffic, fault)
    outcomes.push(outcome)
    say(`${outcome.wrong.length === 0 ? 'ok  ' : 'FAIL'} ${outcome.name}`)
  }
  await traffic.stop()
  await Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')])
  outcomes.push(await checkAcknowledged(env, traffic))
  await Promise.all([mariadb.kill(), redis.kill(), s3.kill()])
  return outcomes
}

async function main(): Promise<number> {
  const start = performance.now()
  const outcomes: Outcome[] = []
  if (mariadbd) outcomes.push(...(await onSeveralServices()))
  else say('LEFT OUT: MariaDB is not installed')
  outcomes.push(...(await diskFills()))
  printTable(outcomes)
  say(`${Math.round((performance.now() - start) / 1000)} s`)
  return outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
// Ending this process ends all others (support/reaper.ts).
process.exit(
  await main().catch((error: unknown) => {
    say(String(error instanceof Error ? error.stack : error))
    return 1
  }),
)
