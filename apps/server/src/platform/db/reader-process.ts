/** The child process of reader-processes.ts: reads the SQLite database, one statement after another. */
import SqliteDatabase from 'better-sqlite3'

export type ReadRequest = { sql: string; parameters: readonly unknown[] }
export type ReadResponse = { rows: unknown[] } | { error: { message: string; code: string } }

const [file = ''] = process.argv.slice(2)
const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
// 8 MB.
database.pragma('cache_size = -8192')

const MAX_STATEMENTS = 200
const statements = new Map<string, SqliteDatabase.Statement<unknown[]>>()

function prepare(sql: string): SqliteDatabase.Statement<unknown[]> {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= MAX_STATEMENTS) statements.clear()
  const statement = database.prepare<unknown[]>(sql)
  statements.set(sql, statement)
  return statement
}

function answer({ sql, parameters }: ReadRequest): ReadResponse {
  try {
    return { rows: prepare(sql).all(...parameters) }
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    return { error: { message, code } }
  }
}

process.on('message', (request: ReadRequest) => process.send?.(answer(request)))
// The server decides when it ends: signals of a terminal reach the whole process group.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
