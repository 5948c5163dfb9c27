/** npm run attack: what others wait while one person floods the site. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exportSiteData, seedSite, withCopy } from '../../bench/sites.ts'
import { root } from '../../tools/lib/run.mjs'
import { FLOODS, type FloodName, type FloodResult, type Target } from './floods.ts'
import { measureHolds, seedHeavySite } from './holds.ts'
import { neighbours, type Waits } from './neighbours.ts'
import { type AttackedServer, startAttackedServer } from './server.ts'

const { values } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    seed: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Named with the floods: what each request holds the event loop for. */
const HOLDS = 'holds'

/** Milliseconds, at the 99th percentile: for a quiet machine. */
const STRICT = { feed: 250, like: 500, upload: 3000 } as const
/** Milliseconds: what nobody may wait longer for, on any machine. */
const LONGEST = 5000
/** What all floods one after another leave behind is collected late. */
const MEGABYTES = { server: values.strict ? 300 : 450, all: values.strict ? 900 : 1000 } as const

if (values.help) {
  process.stdout.write(
    `npm run attack -- [--strict] [--only ${[...Object.keys(FLOODS), HOLDS].join(',')}] [--seconds 5] [--seed]\n`,
  )
} else if (values.seed) {
  await Promise.all([seedAttacked(), seedHeavySite(say)])
} else {
  const chosen = values.only === '' ? null : values.only.split(',')
  const flooded = chosen?.every((name) => name === HOLDS) ? true : await attack()
  const held = !chosen || chosen.includes(HOLDS) ? await holds() : true
  process.exitCode = flooded && held ? 0 : 1
}

async function holds(): Promise<boolean> {
  const missed = await measureHolds(values.strict ? 'held' : 'cpu', say)
  for (const line of missed) say(`MISSED ${line}`)
  say(missed.length === 0 ? 'nobody held the event loop' : `${missed.length} missed`)
  return missed.length === 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seedAttacked(): Promise<Record<string, string>> {
  return seedSite('sqlite', 'attack', { users: 1000, posts: 20_000 }, '', say)
}

async function attack(): Promise<boolean> {
  return withCopy(await seedAttacked(), async (env) => {
    const data = await exportSiteData(env)
    const server = await startAttackedServer(env)
    try {
      return await runFloods(server, { address: server.address, adminPassword: server.adminPassword, data })
    } finally {
      await server.stop()
    }
  })
}

async function runFloods(server: AttackedServer, target: Target): Promise<boolean> {
  const chosen = values.only === '' ? null : values.only.split(',')
  const names = (Object.keys(FLOODS) as FloodName[]).filter((name) => !chosen || chosen.includes(name))
  const missed: string[] = []
  say('| flood | its answers | feed p99 / longest | like | upload | server / all MB |\n|---|---|---|---|---|---|')
  for (const name of names) {
    const others = neighbours(target)
    const result = await flood(name, target, Number(values.seconds) * 1000)
    const waits = await others.stop()
    const memory = server.megabytes()
    const statuses = Object.entries(result).map(([status, n]) => `${n} x ${status}`)
    const cells = Object.values(waits).map((wait) => `${Math.round(wait.p99)} / ${Math.round(wait.longest)}`)
    say(`| ${name} | ${statuses.join(', ')} | ${cells.join(' | ')} | ${memory.server} / ${memory.all} |`)
    missed.push(...problems(name, waits))
    if (memory.server > MEGABYTES.server) missed.push(`${name}: the server takes ${memory.server} MB`)
    if (memory.all > MEGABYTES.all) missed.push(`${name}: the server and its children take ${memory.all} MB`)
  }
  for (const line of missed) say(`MISSED ${line}`)
  say(missed.length === 0 ? 'everybody was served in time' : `${missed.length} missed`)
  return missed.length === 0
}

function problems(name: FloodName, waits: Waits): string[] {
  return (Object.keys(STRICT) as (keyof Waits)[]).flatMap((what) => {
    const { p99, longest, failures } = waits[what]
    return [
      ...failures.slice(0, 3).map((failure) => `${name}: ${what}: ${failure}`),
      ...(longest > LONGEST ? [`${name}: somebody waited ${Math.round(longest)} ms for ${what}`] : []),
      ...(values.strict && p99 > STRICT[what] ? [`${name}: ${what} took ${Math.round(p99)} ms at p99`] : []),
    ]
  })
}

/** In a process of its own, so that measuring does not wait for flooding. */
async function flood(name: FloodName, target: Target, ms: number): Promise<FloodResult> {
  const child = fork(join(root, 'resilience/attack/floods.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  child.send({ name, target, ms })
  const died = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the flood of ${name} ended with ${code}`)),
  )
  const [result] = (await Promise.race([once(child, 'message'), died])) as [FloodResult]
  died.catch(() => {})
  child.kill()
  return result
}
