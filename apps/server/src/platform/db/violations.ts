/** What an engine's error means, without `insert ignore` and its kin (design section 5). */

type EngineError = { code?: unknown; errno?: unknown }

function codes(error: unknown): EngineError {
  return typeof error === 'object' && error !== null ? (error as EngineError) : {}
}

/** A unique key has this value already. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || errno === 1062
}

/** Name of the unique key that a row violated, as `createTable` names it; null for any other error. */
export function violatedKey(error: unknown): string | null {
  if (!isUniqueViolation(error) || !(error instanceof Error)) return null
  // SQLite names the columns, MySQL the key, some versions with the table before it.
  const columns = /^UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1]
  if (columns) {
    const fields = columns.split(', ').map((column) => column.split('.'))
    return `${[fields[0]?.[0], ...fields.map((field) => field[1])].join('_')}_key`
  }
  return /for key '([^']+)'$/.exec(error.message)?.[1]?.split('.').at(-1) ?? null
}

/** A referenced row is gone, or a row still referenced was to go. */
export function isReferenceViolation(error: unknown): boolean {
  const { code, errno } = codes(error)
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || errno === 1451 || errno === 1452
}

/** The engine gave up on a transaction that may succeed when run again: deadlock, lock wait, changed snapshot. */
export function isRetryable(error: unknown): boolean {
  const { code, errno } = codes(error)
  return errno === 1213 || errno === 1205 || errno === 1020 || code === 'SQLITE_BUSY' || code === 'SQLITE_BUSY_SNAPSHOT'
}

/** Runs an insert; false where a unique key has the row already. */
export async function insertedOrDuplicate(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
