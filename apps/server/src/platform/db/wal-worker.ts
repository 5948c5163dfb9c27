/** The thread of group-commit.ts. Opens the database file only by SQLite: closing it otherwise drops SQLite's locks. */
import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

export type SyncRequest = 'sync' | 'checkpoint'
export type SyncResponse = { pages: number; error?: string }

const { file } = workerData as { file: string }
const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 })
database.pragma('synchronous = NORMAL')
// Exists as long as the server has the database open. Closing it releases no lock: those are on the other files.
const wal = openSync(`${file}-wal`, 'r+')

function answer(request: SyncRequest): SyncResponse {
  try {
    if (request === 'sync') {
      fdatasyncSync(wal)
      return { pages: 0 }
    }
    const [result] = database.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
    return { pages: result.log }
  } catch (error) {
    return { pages: 0, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: SyncRequest) => parentPort?.postMessage(answer(request)))
