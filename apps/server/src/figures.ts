/** What a process reports of its resources at /metrics (docs/operations.md#监控). */
import { VERSION } from '@shiliu/contract/limits'
import type { Ctx } from './deps.ts'
import type { Breaker } from './platform/breaker.ts'
import type { DatabaseHandle, OnAnswer } from './platform/db/client.ts'
import { POOL_SIZE } from './platform/db/mysql-pool.ts'
import { kindOf, slowStatements, statementName } from './platform/db/slow-statements.ts'
import { walBytes } from './platform/db/sqlite-files.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { currentTrace } from './platform/trace.ts'

type Service = 'database' | 'storage'

/** Counts what fails or takes long in the database, and says which services answer; for those who open them. */
export function countCalls(
  metrics: Metrics,
  slow: { log: Pick<Log, 'warn'>; thresholdMs: number },
): { onBreaker(service: Service): (breaker: Breaker) => void; onAnswer: OnAnswer } {
  const breakers = new Map<Service, Breaker>()
  metrics.gauge(
    'shiliu_breaker_open',
    'Whether calls to a service are refused because it does not answer.',
    () => [...breakers].map(([service, breaker]) => [{ service }, Number(breaker.isOpen())] as const),
    'max',
  )
  const countError = metrics.count('shiliu_database_errors_total', 'Statements that failed, by the engine’s code.', [
    'code',
  ])
  const countSlow = metrics.count('shiliu_slow_statements_total', 'Statements above SLOW_STATEMENT_MS, by function.', [
    'statement',
  ])
  const [code, statement] = [fewNames(), fewNames()]
  const onSlow = (name: string) => countSlow({ statement: statement(name) })
  const noteSlow = slowStatements({ ...slow, onSlow })
  return {
    onBreaker: (service) => (breaker) => void breakers.set(service, breaker),
    onAnswer(sql, ms, error) {
      currentTrace()?.statement(
        ms,
        () => kindOf(sql),
        () => statementName(sql),
      )
      noteSlow(sql, ms)
      if (error !== undefined) countError({ code: code(codeOf(error)) })
    },
  }
}

const NAMES_MAX = 50

/** The first names as they are, since each is a line for as long as the process lives. */
function fewNames(): (name: string) => string {
  const known = new Set<string>()
  return (name) => {
    if (known.size < NAMES_MAX) known.add(name)
    return known.has(name) ? name : 'other'
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}

/** The figures of what `openResources` opened. */
export function reportResources(ctx: Ctx, database: DatabaseHandle): void {
  const { metrics, longReads, pictures, cache, problems } = ctx
  const { gauge, counter } = metrics
  gauge('shiliu_info', 'Version and engine; always 1.', () => [[{ version: VERSION, engine: ctx.engine }, 1]], 'max')

  gauge('shiliu_database_connections', 'Connections in use.', () => database.load().used)
  gauge('shiliu_database_connections_max', 'Connections that may be in use at once.', () =>
    ctx.engine === 'mysql' ? POOL_SIZE : 1,
  )
  gauge('shiliu_database_waiting', 'What waits for a connection.', () => database.load().waiting)
  gauge('shiliu_long_reads_running', 'Searches, exports and tables being read.', () => longReads.load().running)
  gauge(
    'shiliu_long_reads_waiting',
    'Searches, exports and tables that wait for their turn.',
    () => longReads.load().waiting,
  )
  gauge('shiliu_reader_processes', 'Processes that read SQLite.', () => longReads.load().processes)

  gauge('shiliu_pictures_running', 'Pictures being converted.', () => pictures.load().running)
  gauge('shiliu_pictures_waiting', 'Pictures that wait for their turn.', () => pictures.load().waiting)
  gauge('shiliu_picture_processes', 'Processes that convert pictures.', () => pictures.pids().length)
  counter('shiliu_pictures_total', 'Uploaded pictures, by what became of them.', () => {
    const { converted, refused, failed } = pictures.load()
    return [
      [{ result: 'converted' }, converted],
      [{ result: 'refused' }, refused],
      [{ result: 'failed' }, failed],
    ]
  })

  const looks = (key: 'hits' | 'misses') => () =>
    Object.entries(cache.counts()).map(([kind, counts]) => [{ kind }, counts[key]] as const)
  counter('shiliu_cache_hits_total', 'What was in the cache.', looks('hits'))
  counter('shiliu_cache_misses_total', 'What was not in the cache.', looks('misses'))
  gauge('shiliu_cache_bytes', 'Memory of the cache, estimated.', () => cache.bytes())
  gauge('shiliu_cache_bytes_max', 'Memory that the cache may take.', () => ctx.config.cacheBytes)

  counter('shiliu_faults_total', 'Faults of the server, and errors that browsers reported.', () => {
    const { ofServer, ofBrowsers } = problems.recorded()
    return [
      [{ where: 'server' }, ofServer],
      [{ where: 'browser' }, ofBrowsers],
    ]
  })
  gauge('shiliu_nodes_unheard', 'Processes of the site that are not heard.', () => ctx.unheardNodes().length, 'max')
  gauge('shiliu_disk_free_ratio', 'Free share of the fullest disk of ours.', () => ctx.disks.freeShare(), 'min')
  gauge('shiliu_sqlite_wal_bytes', 'What SQLite has not merged into its file; 0 on MySQL.', () => {
    const { database: at } = ctx.config
    return at.engine === 'sqlite' ? walBytes(at.file) : 0
  })
  const { redis, spans } = ctx
  if (spans)
    counter('shiliu_spans_total', 'Spans for the collector of traces, by what became of them.', () => [
      [{ result: 'sent' }, spans.counts().sent],
      [{ result: 'lost' }, spans.counts().lost],
    ])
  if (redis) gauge('shiliu_redis_up', 'Whether Redis is connected.', () => Number(redis.status === 'ready'), 'min')
}
