/** Reads that may take long: searches, exports, the back office (docs/decisions/033-long-reads.md). */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type FairQueue, fairQueue, type QueueLoad } from '../fair-queue.ts'
import type { Db, Engine, OnAnswer } from './client.ts'
import type { ReaderProcesses } from './reader-processes.ts'
import type { Database } from './schema.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'

export type LongReads = {
  /**
   * A database that only reads, outside transactions, and sees whatever was committed. Statements of one caller wait
   * for those of others in turn, and throw `too_many_requests` beyond 30; one that takes too long throws
   * `query_too_long`.
   */
  of(caller: string): Db
  /** Statements that run and wait, and the processes that read. */
  load(): QueueLoad & { processes: number }
  close(): Promise<void>
}

type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** More would take the processor from those who read what is cached. */
const RUNNING = 2
const WAITING_EACH = 30

const DIALECTS = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<never>) => new SqliteIntrospector(db),
  },
  mysql: {
    createAdapter: () => new MysqlAdapter(),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    createIntrospector: (db: Kysely<never>) => new MysqlIntrospector(db),
  },
}

/** Reads through `readers` if given, else through `db`: MySQL's server works elsewhere anyway. */
export function longReads(db: Db, engine: Engine, readers?: ReaderProcesses, onAnswer?: OnAnswer): LongReads {
  const queue = fairQueue({ running: RUNNING, waitingEach: WAITING_EACH })
  const execute: Execute = readers
    ? async (query) => ({ rows: await answered(query, readers, onAnswer) })
    : (query) => db.executeQuery(query)
  return {
    of: (caller) =>
      new Kysely<Database>({
        dialect: { ...DIALECTS[engine], createDriver: () => queuedDriver(execute, queue, caller) },
      }),
    load: () => ({ ...queue.load(), processes: readers?.count() ?? 0 }),
    close: async () => readers?.close(),
  }
}

/** The rows of a statement in another process, which only tells us. */
async function answered({ sql, parameters }: CompiledQuery, readers: ReaderProcesses, onAnswer?: OnAnswer) {
  const start = performance.now()
  try {
    const rows = await readers.read({ sql, parameters })
    onAnswer?.(sql, performance.now() - start)
    return rows
  } catch (error) {
    onAnswer?.(sql, performance.now() - start, error)
    throw error
  }
}

function queuedDriver(execute: Execute, queue: FairQueue, caller: string): Driver {
  const readOnly = async () => {
    throw new Error('Long reads cannot write')
  }
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => {
      assertOutsideTransaction()
      return (await queue.run(caller, () => execute(query))) as QueryResult<R>
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator.
    async *streamQuery() {
      throw new Error('Long reads do not stream')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: readOnly,
    commitTransaction: readOnly,
    rollbackTransaction: readOnly,
    destroy: async () => {},
  }
}
