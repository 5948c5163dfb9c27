/** The table of backups, as Kysely sees it. */
import type { Generated } from 'kysely'

/** A backup, of the timer (`folder`, `s3`) or the command line. */
export type BackupsTable = {
  id: Generated<number>
  name: string
  target: 'folder' | 's3' | 'command'
  state: 'running' | 'done' | 'failed'
  bytes: number | null
  /** Why it failed. */
  note: string | null
  /** Who makes it, until `lease_until`. */
  node: string | null
  lease_until: number
  started_at: number
  ended_at: number | null
}

export type BackupTables = { backups: BackupsTable }
