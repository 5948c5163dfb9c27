import type { Db } from '#platform/db/client.ts'

/** The administrator has these and no others. */
export async function replaceRecoveryCodes(db: Db, adminId: number, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()
  const rows = hashes.map((code_hash) => ({ admin_id: adminId, code_hash }))
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
}

/** Deletes the code; false where there is none. Of concurrent callers only one gets it. */
export async function takeRecoveryCode(db: Db, adminId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, adminId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
