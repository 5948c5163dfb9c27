/** The table of exports of people's data, as Kysely sees it. */
import type { Generated } from 'kysely'

/** A file with all of somebody's data, in parts of the storage's unlisted files. */
export type DataExportsTable = {
  id: Generated<number>
  /** Null where only the file is left to be removed. */
  user_id: number | null
  /** `gone` is removed at `purge_at`, as those that are `ready` or `failed`. */
  state: 'waiting' | 'running' | 'ready' | 'failed' | 'gone'
  file_name: string
  /** As many may exist. */
  parts: Generated<number>
  bytes: Generated<number>
  /** How often it was begun, but for orderly stops. */
  attempts: Generated<number>
  /** Not begun again before; null of those that wait for their turn. */
  retry_at: number | null
  /** Why it failed, or why it is tried again, for the person. */
  problem: string | null
  node: string | null
  lease_until: number
  created_at: number
  ready_at: number | null
  purge_at: number | null
}

export type DataExportTables = { data_exports: DataExportsTable }
