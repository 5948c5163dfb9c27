type EngineError = { code?: unknown; errno?: unknown; fatal?: unknown; syscall?: unknown }

function codes(error: unknown): EngineError {
  return typeof error === 'object' && error !== null ? (error as EngineError) : {}
}

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

export function isReferenceViolation(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || errno === 1451 || errno === 1452
}

/** Deadlock, lock wait timeout or changed snapshot: the transaction may succeed when run again. */
export function isRetryable(error: unknown): boolean {
  const { code, errno } = codes(error)
  return errno === 1213 || errno === 1205 || errno === 1020 || code === 'SQLITE_BUSY' || code === 'SQLITE_BUSY_SNAPSHOT'
}

/** MySQL gave up waiting for a row that another transaction has locked. */
export function isLockTimeout(error: unknown): boolean {
  return codes(error).errno === 1205
}

/** MySQL cannot be reached, or a lock was not to be had in all attempts. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return codes(error).fatal === true || isRetryable(error)
}

/** The connection to MySQL was lost, perhaps after it had committed. Not where none could be made. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { fatal, syscall } = codes(error)
  return fatal === true && syscall !== 'connect'
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
