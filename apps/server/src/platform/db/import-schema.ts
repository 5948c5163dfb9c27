/** Tables of what came from another site, as Kysely sees them. */
import type { Generated } from 'kysely'

/** Of an import from another site (import/import-site.ts). */
export type ImportsTable = {
  /** `state`, as JSON: how far it has come. `uploads`: the address below which pictures were left. */
  name: string
  value: string
}

/** What an import changed, merged or left out; of what is frequent only the first. */
export type ImportRepairsTable = {
  id: Generated<number>
  kind: string
  /** What it was at the site before: an id, or a public id. */
  record: string
  old_value: string
  new_value: string
}

/** Where `/uploads/<name>` of the site before is now. */
export type OldUploadsTable = { name: string; media_id: number }

/** Public ids, in normalized form, that accounts had at the site before and that our rules did not let them keep. */
export type OldUserIdsTable = { user_id_key: string; user_id: number }

export type ImportTables = {
  imports: ImportsTable
  import_repairs: ImportRepairsTable
  old_uploads: OldUploadsTable
  old_user_ids: OldUserIdsTable
}
