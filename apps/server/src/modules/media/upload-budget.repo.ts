import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import type { UploadDaysTable } from '#platform/db/schema.ts'

type UploadCost = Omit<Insertable<UploadDaysTable>, 'id'>

/** Adds to what the account has uploaded on the day, unless that came to more than `most`. Returns whether it did. */
export async function addUpload(
  db: Db,
  cost: UploadCost,
  most: Pick<UploadCost, 'pixels' | 'bytes'>,
): Promise<boolean> {
  const { account, day, pixels, bytes } = cost
  const update = async () => {
    const { numUpdatedRows } = await db
      .updateTable('upload_days')
      .set((eb) => ({ pixels: eb('pixels', '+', pixels), bytes: eb('bytes', '+', bytes) }))
      .where('account', '=', account)
      .where('day', '=', day)
      .where('pixels', '<=', most.pixels - pixels)
      .where('bytes', '<=', most.bytes - bytes)
      .executeTakeFirst()
    return numUpdatedRows > 0
  }
  if (await update()) return true
  if (pixels > most.pixels || bytes > most.bytes) return false
  try {
    await db.insertInto('upload_days').values(cost).execute()
    return true
  } catch (error) {
    // There was a row, or another upload was the first of the day in this moment.
    if (isUniqueViolation(error)) return update()
    throw error
  }
}

export async function takeBackUpload(db: Db, { account, day, pixels, bytes }: UploadCost): Promise<void> {
  await db
    .updateTable('upload_days')
    .set((eb) => ({ pixels: eb('pixels', '-', pixels), bytes: eb('bytes', '-', bytes) }))
    .where('account', '=', account)
    .where('day', '=', day)
    .execute()
}

export async function listDaysBefore(db: Db, day: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('upload_days')
    .select('id')
    .where('day', '<', day)
    .orderBy('day')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteDays(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('upload_days').where('id', 'in', ids).execute()
}

export async function deleteDaysOf(db: Db, account: string): Promise<void> {
  await db.deleteFrom('upload_days').where('account', '=', account).execute()
}
