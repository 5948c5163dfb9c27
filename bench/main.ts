/** Runs `npm run bench` (README.md). */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { say } from '../tools/lib/run.mjs'
import { testMysql } from '../tools/lib/services.mjs'
import { measureRow, type Setup } from './measure.ts'
import { formatMetrics, measureMetrics } from './metrics.ts'
import { measureMixed } from './mixed.ts'
import { measureMoves } from './moves.ts'
import { HELP, type Options, readOptions, UsageError } from './options.ts'
import { measurePage, missedPage } from './page.ts'
import { measurePictures } from './pictures.ts'
import { startBaseline, startLoad, startServerProcess } from './processes.ts'
import {
  formatMoves,
  formatPageTable,
  formatPictureTable,
  formatTable,
  type Memory,
  missedMemory,
  missedMixed,
  missedTargets,
  type Result,
} from './report.ts'
import { ROWS } from './rows.ts'
import { formatSearches, missedSearch, type SearchFigure } from './searches.ts'
import { type Engine, openSite, runSiteData, seedSite, version, withCopy } from './sites.ts'
import { formatWorkers, measureWorkers } from './workers.ts'

async function enginesOf({ engine }: Options): Promise<Engine[]> {
  if (engine) return [engine]
  const { missing } = await testMysql()
  if (!missing) return ['sqlite', 'mysql']
  say(`MySQL is left out: ${missing}`)
  return ['sqlite']
}

async function measureEngine(engine: Engine, options: Options): Promise<Result> {
  const { url } = await testMysql()
  const sites = []
  for (const size of options.sizes) sites.push(await openSite(engine, size, url, say))
  const load = startLoad()
  const setups: Setup[] = []
  const result: Result = { figures: [], mixed: [], memory: [] }
  try {
    for (const site of sites)
      setups.push({ site, server: await startServerProcess(site.env), bare: await startBaseline() })
    for (const row of options.rows) {
      say(`${engine}: ${ROWS[row].title}`)
      result.figures.push(...(await measureRow(row, setups, load, options)))
    }
    for (const { site, server } of setups) {
      if (!options.mixed || site.size === 'small') continue
      say(`${engine}: mixed readers and writers, ${site.size}`)
      result.mixed.push(...(await measureMixed(site, server, load, options)))
    }
    result.memory = setups.map(
      ({ site, server }): Memory => ({ engine, size: site.size, megabytes: server.megabytes() }),
    )
  } finally {
    load.stop()
    for (const { server, bare } of setups) await Promise.all([server.stop(), bare.stop()])
  }
  say(formatTable(engine, result))
  return result
}

async function bench(options: Options): Promise<boolean> {
  const results: Result[] = []
  for (const engine of await enginesOf(options)) results.push(await measureEngine(engine, options))
  const figures = results.flatMap((result) => result.figures)
  const memory = results.flatMap((result) => result.memory)
  const mixed = results.flatMap((result) => result.mixed)
  const misses =
    figures.filter((one) => missedTargets(one, figures).length > 0).length +
    mixed.filter((one) => missedMixed(one).length > 0).length +
    missedMemory(memory).length
  const { rounds, seconds, connections, best } = options
  return finish(misses, { rounds, seconds, connections, best, figures, mixed, memory }, options)
}

async function benchPage(options: Options): Promise<boolean> {
  const figures = await measurePage(options, say)
  say(formatPageTable(figures))
  const misses = figures.filter((one) => missedPage(one, figures).length > 0).length
  return finish(misses, { loads: options.loads, page: figures }, options)
}

async function benchPictures(options: Options): Promise<boolean> {
  const figures = await measurePictures(say)
  say(formatPictureTable(figures))
  return finish(0, { pictures: figures }, options)
}

/** Few notes, for searches of users. */
const CROWD = { users: 100_000, posts: 1000 }

async function benchSearches(options: Options): Promise<boolean> {
  const { env } = await openSite('sqlite', 'large', '', say)
  const crowd = await seedSite('sqlite', 'crowd', CROWD, '', say)
  const measure = async (site: string, on: Record<string, string>, of: string): Promise<SearchFigure[]> =>
    JSON.parse(await runSiteData(on, 'searches', of)).map((figure: object) => ({ site, ...figure }))
  const figures = [
    ...(await measure('100,000 notes', env, 'notes')),
    ...(await withCopy(env, async (copy) => {
      say('breaking the index up')
      await runSiteData(copy, 'break-up')
      return measure('the same, index in pieces', copy, 'notes')
    })),
    ...(await measure('100,000 users', crowd, 'users')),
  ]
  say(formatSearches(figures))
  return finish(figures.filter(missedSearch).length, { searches: figures }, options)
}

/** A copy that is not equal is a failure, not a target that is missed. */
async function benchMoves(options: Options): Promise<boolean> {
  const result = await measureMoves(options.moves ?? { notes: 0, pictures: 0 }, say)
  say(formatMoves(result))
  const misses = result.moves.filter(({ differing }) => differing.length > 0).length
  if (misses > 0) process.exitCode = 1
  return finish(misses, { ...result }, options)
}

/** Prints the last line and writes the JSON. Returns whether all targets are met. */
function finish(misses: number, results: Record<string, unknown>, { json }: Options): boolean {
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: availableParallelism() }
  say(`\nv${version()}, Node ${machine.node}, ${machine.cores} x ${machine.cpu}; ${misses} missed`)
  if (json) writeFileSync(json, `${JSON.stringify({ version: version(), machine, ...results }, null, 2)}\n`)
  return misses === 0
}

async function benchWorkers(options: Options): Promise<boolean> {
  const { url, missing } = await testMysql()
  if (missing) throw new UsageError(`workers: MySQL is needed: ${missing}`)
  // Of a larger one more of the time is the database's.
  const site = await openSite('mysql', 'small', url, say)
  const load = startLoad()
  const figures = await measureWorkers(site, load, options, say).finally(load.stop)
  say(`\n${formatWorkers(figures)}`)
  return finish(figures.filter(({ failed }) => failed > 0).length, { workers: figures }, options)
}

async function benchMetrics(options: Options): Promise<boolean> {
  const site = await openSite('sqlite', options.sizes.at(-1) ?? 'large', '', say)
  const load = startLoad()
  const figures = await measureMetrics(site, load, options, say).finally(load.stop)
  say(`\n${formatMetrics(figures)}`)
  return finish(figures.rows.filter(({ failed }) => failed > 0).length, { metrics: figures }, options)
}

function kindOf({ subject, page, pictures, searches, moves }: Options): (options: Options) => Promise<boolean> {
  if (moves) return benchMoves
  if (subject === 'workers') return benchWorkers
  if (subject === 'metrics') return benchMetrics
  if (pictures) return benchPictures
  if (searches) return benchSearches
  return page ? benchPage : bench
}

try {
  const options = readOptions(process.argv.slice(2))
  if (!options) process.stdout.write(HELP)
  else if (!(await kindOf(options)(options)) && options.strict) process.exitCode = 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n\n${HELP}`)
  process.exitCode = 1
}
