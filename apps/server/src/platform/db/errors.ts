/** What errors of both engines mean: a violated key, a reason to try again, a database that is away, a full disk. */
import { NoAnswerError } from '../breaker.ts'
import { ConfigError } from '../config.ts'

type EngineError = { code?: unknown; errno?: unknown; fatal?: unknown; syscall?: unknown }

function codes(error: unknown): EngineError {
  return typeof error === 'object' && error !== null ? (error as EngineError) : {}
}

/** A unique or primary key already has the row. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || errno === 1062
}

/** Name of the violated unique key as `createTable` names it; null for any other error. */
export function violatedUniqueKey(error: unknown): string | null {
  if (!isUniqueViolation(error) || !(error instanceof Error)) return null
  // SQLite names the columns; MySQL names the key, some versions with the table before it.
  const columns = /^UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1]
  if (columns) {
    const fields = columns.split(', ').map((column) => column.split('.'))
    return `${[fields[0]?.[0], ...fields.map((field) => field[1])].join('_')}_key`
  }
  return /for key '([^']+)'$/.exec(error.message)?.[1]?.split('.').at(-1) ?? null
}

/** A foreign key: what the row refers to is gone, or something refers to it. */
export function isReferenceViolation(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || errno === 1451 || errno === 1452
}

/** What a transaction had read was changed before it locked it: it is run again. */
export class ChangedMeanwhileError extends Error {}

/** Deadlock, lock wait timeout or changed snapshot: the transaction may succeed when run again. */
export function isRetryable(error: unknown): boolean {
  const { code, errno } = codes(error)
  if (error instanceof ChangedMeanwhileError) return true
  return errno === 1213 || errno === 1205 || errno === 1020 || code === 'SQLITE_BUSY' || code === 'SQLITE_BUSY_SNAPSHOT'
}

/** MySQL gave up waiting for a row that another transaction has locked. */
export function isLockTimeout(error: unknown): boolean {
  return codes(error).errno === 1205
}

/** A read was stopped at its deadline: of a reader process, or by MySQL's or MariaDB's own. */
export function isTooLong(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'query_too_long' || errno === 1969 || errno === 3024
}

/** Of the server: full disk (1021, 1114), connections, shutdown, statement stopped (1317, 1969, 3024), killed. */
const UNAVAILABLE = new Set<unknown>([1021, 1040, 1053, 1114, 1203, 1290, 1317, 1836, 1927, 1969, 3024])

/** The database cannot be reached, does not answer, cannot write, or a lock was not to be had in all attempts. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errno, fatal } = codes(error)
  if (error instanceof NoAnswerError || fatal === true || isRetryable(error) || UNAVAILABLE.has(errno)) return true
  return isDiskFull(error) || /^SQLITE_(?:IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(String(code)) || isClosed(error)
}

/** Of the database's disk or any other that we write to. */
export function isDiskFull(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || errno === 1021 || errno === 1114
}

/** Kysely's and the engines' words, which have no code: what still ran when the process closed the database. */
function isClosed(error: unknown): boolean {
  const words = /^(?:driver has already been destroyed|Pool is closed\.|The database connection is not open)$/
  return error instanceof Error && words.test(error.message)
}

/** The connection to MySQL was lost, perhaps after it had committed. Not where none could be made. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { fatal, syscall } = codes(error)
  return error instanceof NoAnswerError ? error.sent : fatal === true && syscall !== 'connect'
}

/** Returns false if a unique key already has the row. */
export async function insertUnlessDuplicate(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Runs a write. Throws `duplicate()` where a unique key already has the row. */
export async function refuseDuplicate<R>(write: () => Promise<R>, duplicate: () => Error): Promise<R> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? duplicate() : error
  }
}

/** What keeps SQLite from opening its file, in one line that names it; other errors as they are. */
export function sqliteFailure(file: string, error: unknown): unknown {
  const [code, message] = [String(codes(error).code), error instanceof Error ? error.message : '']
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return new ConfigError(`${file}: is damaged (${message}). Restore a backup: npm run cli -- restore <file> --yes`)
  if (/^SQLITE_(?:CANTOPEN|READONLY|IOERR|PERM|AUTH|FULL)/.test(code))
    return new ConfigError(`${file}: cannot be opened and written (${message}). Look at its owner and the disk.`)
  return error
}
