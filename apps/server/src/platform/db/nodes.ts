/**
 * The processes that serve one site on MySQL. Each says in the database that it lives, and over the bus; one that another
 * only knows from the database would change what the other has cached, unheard (docs/decisions/038-nodes.md).
 */
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '../clock.ts'
import { ConfigError } from '../config.ts'
import type { Bus } from '../events/bus.ts'
import type { Log } from '../log.ts'
import type { Db } from './client.ts'
import type { NodesTable } from './schema.ts'
import { newestStep } from './schema-state.ts'

const HEARTBEAT_MS = 5000
/** What has not been seen for so long is gone. */
export const NODE_STALE_MS = 30_000
/** Each node says over the bus every second that it lives. */
const SILENT_MS = 3500

type Row = Selectable<NodesTable>

export type Nodes = {
  /** Nodes that live and cannot be heard, as `host (pid 123)`. */
  unheard(): string[]
  /** The table has the column that tells of this node's steps. */
  tellSteps(): Promise<void>
  leave(): Promise<void>
}

type Options = {
  db: Db
  bus: Bus
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Starts beside nodes that it does not hear. */
  force?: boolean
  /** The table is of a version that has no column for the steps of a node. */
  withoutSteps?: boolean
  heartbeatMs?: number
  staleMs?: number
}

/** Throws `ConfigError` where an older node serves the site, and the two do not hear each other. */
export async function joinNodes(options: Options): Promise<Nodes> {
  const {
    db,
    bus,
    log,
    force = false,
    withoutSteps = false,
    heartbeatMs = HEARTBEAT_MS,
    staleMs = NODE_STALE_MS,
  } = options
  const own = {
    node: bus.nodeId,
    host: hostname().slice(0, 191),
    pid: process.pid,
    ...(!withoutSteps && { step: newestStep() }),
  }
  const joinedAt = performance.now()
  const watch = watchNodes(bus, joinedAt)
  let unheard: string[] = []

  async function writeHeartbeat(): Promise<void> {
    const seen_at = Date.now()
    const { numUpdatedRows } = await db
      .updateTable('nodes')
      .set({ seen_at })
      .where('node', '=', own.node)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      await db
        .insertInto('nodes')
        .values({ ...own, seen_at })
        .execute()
  }

  function listOthers(): Promise<Row[]> {
    const since = Date.now() - staleMs
    return db.selectFrom('nodes').selectAll().where('node', '!=', own.node).where('seen_at', '>', since).execute()
  }

  function leave() {
    return db.deleteFrom('nodes').where('node', '=', own.node).execute()
  }

  /** Waits until each older node is heard, is gone, or proves to live unheard. */
  async function waitForOlderNodes(): Promise<void> {
    const { id } = await db.selectFrom('nodes').select('id').where('node', '=', own.node).executeTakeFirstOrThrow()
    for (;;) {
      const older = (await listOthers()).filter((row) => row.id < id)
      const dead = older.filter((row) => bus.lastHeard(row.node) === undefined && isDead(row, own.host))
      for (const { id: gone } of dead) await db.deleteFrom('nodes').where('id', '=', gone).execute()
      const lost = watch.look(older.filter((row) => !dead.includes(row)))
      const [silent] = lost.silent
      if (silent) throw new ConfigError(refusal(nameOf(silent)))
      if (lost.unknown.length === 0) return
      await wait(200)
    }
  }

  async function checkOthers(): Promise<void> {
    await writeHeartbeat()
    const now = watch.look(await listOthers()).silent.map(nameOf)
    // What the others change is not heard, so nothing may be cached.
    if (now.length > 0) bus.publishHere('connection', { up: false })
    else if (unheard.length > 0) bus.publishHere('connection', { up: true })
    if (now.length > 0 && unheard.length === 0)
      log.error({ nodes: now }, 'does not hear other nodes of this site: same REDIS_URL and JWT_SECRET?')
    if (now.length === 0 && unheard.length > 0) log.info({}, 'hears all nodes again')
    unheard = now
  }

  await db
    .deleteFrom('nodes')
    .where('seen_at', '<', Date.now() - DAY_MS)
    .execute()
  await writeHeartbeat()
  try {
    if (!force) await waitForOlderNodes()
  } catch (error) {
    await leave()
    throw error
  }
  let working: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    working = working
      .then(checkOthers)
      .catch((error: unknown) => log.warn({ err: error }, 'could not look for other nodes'))
  }, heartbeatMs)
  return {
    unheard: () => unheard,
    async tellSteps() {
      await db.updateTable('nodes').set({ step: newestStep() }).where('node', '=', own.node).execute()
    },
    async leave() {
      clearInterval(timer)
      await working
      await leave()
    },
  }
}

/** The table as the version left it that served the site. */
export async function nodesTable(db: Db): Promise<'missing' | 'without steps' | 'current'> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = database() and table_name = 'nodes'`.execute(db)
  if (rows.length === 0) return 'missing'
  return rows.some(({ name }) => name === 'step') ? 'current' : 'without steps'
}

/**
 * Throws `ConfigError` where a node runs whose code does not know step `needed`: what is about to be taken away, it still
 * uses. One that joined after `ownNode` waits for its turn.
 */
export async function refuseBesideOlderNodes(db: Db, needed: number, ownNode?: string): Promise<void> {
  const rows = await db.selectFrom('nodes').selectAll().orderBy('id').execute()
  const own = rows.find(({ node }) => node === ownNode)
  const since = Date.now() - NODE_STALE_MS
  const host = hostname().slice(0, 191)
  const older = rows.filter(
    (row) =>
      row !== own &&
      (own === undefined || row.id < own.id) &&
      Number(row.seen_at) > since &&
      (row.step ?? 0) < needed &&
      !isDead(row, host),
  )
  if (older.length > 0) throw new ConfigError(olderNodes(older.map(nameOf).join(', ')))
}

/**
 * The processes that serve the site, or ended a moment ago without saying so. Their clocks may be far behind ours: one that
 * looks gone is asked for twice, and lives if it has said so between. Where no row is, nobody waits.
 */
export async function livingNodes(
  db: Db,
  { renewedMs = HEARTBEAT_MS * 1.5 } = {},
): Promise<{ host: string; pid: number }[]> {
  const read = () => db.selectFrom('nodes').select(['node', 'host', 'pid', 'seen_at']).execute()
  const first = await read()
  const since = Date.now() - NODE_STALE_MS
  const recent = first.filter(({ seen_at }) => Number(seen_at) > since)
  if (recent.length > 0 || first.length === 0) return recent
  await wait(renewedMs)
  const seen = new Map(first.map(({ node, seen_at }) => [node, Number(seen_at)]))
  return (await read()).filter(({ node, seen_at }) => seen.get(node) !== Number(seen_at))
}

const nameOf = ({ host, pid }: Row) => `${host} (pid ${pid})`

/** A process of this machine, or this container's one before, that ended without saying so. */
function isDead({ host, pid }: Row, ownHost: string): boolean {
  if (host !== ownHost) return false
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** By this machine's clock: it compares when a row changes with when its node was heard. */
function watchNodes(bus: Bus, joinedAt: number) {
  const rows = new Map<string, { seen: number; changedAt: number | undefined }>()
  return {
    /** `silent` live and are not heard; of `unknown` it is not clear yet whether they live. */
    look(others: Row[]): { silent: Row[]; unknown: Row[] } {
      const now = performance.now()
      const silent: Row[] = []
      const unknown: Row[] = []
      for (const row of others) {
        const known = rows.get(row.node)
        const seen = Number(row.seen_at)
        const changedAt = known && known.seen !== seen ? now : known?.changedAt
        rows.set(row.node, { seen, changedAt })
        const heardAt = bus.lastHeard(row.node)
        if (changedAt !== undefined && changedAt - (heardAt ?? joinedAt) > SILENT_MS) silent.push(row)
        else if (heardAt === undefined) unknown.push(row)
      }
      return { silent, unknown }
    },
  }
}

function olderNodes(names: string): string {
  return [
    `Nodes of an older version still run and need what this version takes away from the database: ${names}.`,
    'Stop them first, or upgrade node by node through the version between (docs/operations.md#升级).',
  ].join('\n')
}

function refusal(name: string): string {
  return [
    `Another process serves this database and cannot be heard: ${name}.`,
    'Stop it, or give both the same REDIS_URL and JWT_SECRET.',
    'SINGLE_NODE=1 starts anyway: only if you know that this process is alone.',
  ].join('\n')
}
