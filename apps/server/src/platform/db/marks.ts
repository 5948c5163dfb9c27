/** Named numbers about the site itself: what was done once, or how far a long task has come. */
import { randomInt } from 'node:crypto'
import type { SetupItem } from '@shiliu/contract/admin/setup'
import type { Db } from './client.ts'
import { insertUnlessDuplicate } from './errors.ts'

export type Mark =
  | 'site'
  | 'first-categories'
  | 'setup'
  | 'setup-closed'
  | `setup-${SetupItem}`
  | 'schema-floor'
  | 'search-version'
  | 'search-rebuilding'
  | 'search-rewritten-posts'
  | 'search-rewritten-users'
  | 'search-tidied'
  | 'watched-words'
  | 'address-bans'
  | 'jobs'
  | 'data-exports'
  | 'review-claims'
  | 'pins'
  | 'mail'
  | 'mail-digest'
  | 'media-storage'
  | 'media-move'
  | 'move'
  | 'copying'
  | 'backups'

/** Undefined until it is set. */
export async function findMark(db: Db, name: Mark): Promise<number | undefined> {
  return (await db.selectFrom('marks').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** False if it is there already. Of several transactions at once only one gets true, the others wait for its end. */
export function insertMark(db: Db, name: Mark, value: number): Promise<boolean> {
  return insertUnlessDuplicate(() => db.insertInto('marks').values({ name, value }).execute())
}

/** Changes or inserts it. */
export async function setMark(db: Db, name: Mark, value: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('marks')
    .set({ value })
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await insertMark(db, name, value)
}

export async function deleteMark(db: Db, name: Mark): Promise<void> {
  await db.deleteFrom('marks').where('name', '=', name).execute()
}

/** Lets other transactions wait that lock it; an update that changes nothing, since SQLite has no `for update`. */
export async function lockMark(db: Db, name: Mark): Promise<void> {
  await db
    .updateTable('marks')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', name)
    .execute()
}

/** Tells the site from others, however its address is written. Made at the first call. */
export async function siteId(db: Db): Promise<number> {
  const known = await findMark(db, 'site')
  if (known !== undefined) return known
  await insertMark(db, 'site', randomInt(2 ** 47))
  return siteId(db)
}
