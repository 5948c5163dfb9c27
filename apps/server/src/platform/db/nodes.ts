/**
 * The processes that serve one site on MySQL. Each says in the database that it lives, and over the bus; one that
 * another only knows from the database would change what the other has cached, unheard (docs/decisions/038-nodes.md).
 */
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS } from '../clock.ts'
import { ConfigError } from '../config.ts'
import type { Bus } from '../events/bus.ts'
import type { Log } from '../log.ts'
import type { Db, Engine } from './client.ts'
import { newestStep } from './schema-state.ts'

const HEARTBEAT_MS = 5000
/** What has not been seen for so long is gone. */
export const NODE_STALE_MS = 30_000
/** Each node says over the bus every second that it lives. */
const SILENT_MS = 3500

/** By the clock of the database: those of the machines may differ by minutes. */
const now = sql<number>`round(unix_timestamp(now(3)) * 1000)`

type Row = Awaited<ReturnType<typeof listNodes>>[number]

/** All that were there within the last day. `silentMs` is how long ago each said that it lives. */
export async function listNodes(db: Db) {
  const rows = await db.selectFrom('nodes').selectAll().select(now.as('now')).orderBy('id').execute()
  return rows.map(({ id, node, host, pid, step, ...row }) => {
    const seenAt = Number(row.seen_at)
    return { id, node, host, pid, step, seenAt, silentMs: Number(row.now) - seenAt }
  })
}

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
    const renewed = db.updateTable('nodes').set({ seen_at: now }).where('node', '=', own.node)
    const { numUpdatedRows } = await renewed.executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      await db
        .insertInto('nodes')
        .values({ ...own, seen_at: now })
        .execute()
  }

  async function listOthers(): Promise<Row[]> {
    return (await listNodes(db)).filter(({ node, silentMs }) => node !== own.node && silentMs < staleMs)
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
      if (silent) throw new ConfigError(refusal(nodeName(silent)))
      if (lost.unknown.length === 0) return
      await wait(200)
    }
  }

  async function checkOthers(): Promise<void> {
    await writeHeartbeat()
    const silent = watch.look(await listOthers()).silent.map(nodeName)
    // What the others change is not heard, so nothing may be cached.
    if (silent.length > 0) bus.publishHere('connection', { up: false })
    else if (unheard.length > 0) bus.publishHere('connection', { up: true })
    if (silent.length > 0 && unheard.length === 0)
      log.error({ nodes: silent }, 'does not hear other nodes of this site: same REDIS_URL and JWT_SECRET?')
    if (silent.length === 0 && unheard.length > 0) log.info({}, 'hears all nodes again')
    unheard = silent
  }

  await db.deleteFrom('nodes').where('seen_at', '<', sql<number>`${now} - ${DAY_MS}`).execute()
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
 * Throws `ConfigError` where a node runs whose code does not know step `needed`: what is about to be taken away, it
 * still uses. One that joined after `ownNode` waits for its turn.
 */
export async function refuseBesideOlderNodes(db: Db, needed: number, ownNode?: string): Promise<void> {
  const rows = await listNodes(db)
  const own = rows.find(({ node }) => node === ownNode)
  const host = hostname().slice(0, 191)
  const older = rows.filter(
    (row) =>
      row !== own &&
      (own === undefined || row.id < own.id) &&
      row.silentMs < NODE_STALE_MS &&
      (row.step ?? 0) < needed &&
      !isDead(row, host),
  )
  if (older.length > 0) throw new ConfigError(olderNodes(older.map(nodeName).join(', ')))
}

/** The processes that serve the site, or ended a moment ago without saying so; with SQLite none says anything. */
export async function livingNodes(db: Db, engine: Engine): Promise<{ host: string; pid: number }[]> {
  if (engine === 'sqlite') return []
  const living = (await listNodes(db)).filter(({ silentMs }) => silentMs < NODE_STALE_MS)
  return living.map(({ host, pid }) => ({ host, pid }))
}

export const nodeName = ({ host, pid }: { host: string; pid: number }) => `${host} (pid ${pid})`

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
  const rows = new Map<string, { seenAt: number; changedAt: number | undefined }>()
  return {
    /** `silent` live and are not heard; of `unknown` it is not clear yet whether they live. */
    look(others: Row[]): { silent: Row[]; unknown: Row[] } {
      const now = performance.now()
      const silent: Row[] = []
      const unknown: Row[] = []
      for (const row of others) {
        const known = rows.get(row.node)
        const changedAt = known && known.seenAt !== row.seenAt ? now : known?.changedAt
        rows.set(row.node, { seenAt: row.seenAt, changedAt })
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
