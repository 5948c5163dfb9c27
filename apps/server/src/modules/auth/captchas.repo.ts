import type { Db } from '#platform/db/client.ts'
import type { CaptchasTable } from '#platform/db/schema.ts'

export async function insertCaptcha(db: Db, captcha: CaptchasTable): Promise<void> {
  await db.insertInto('captchas').values(captcha).execute()
}

/** Deletes the captcha and returns it. Of concurrent callers only one gets it. */
export async function takeCaptcha(db: Db, id: string): Promise<CaptchasTable | undefined> {
  const captcha = await db.selectFrom('captchas').selectAll().where('id', '=', id).executeTakeFirst()
  if (!captcha) return undefined
  const { numDeletedRows } = await db.deleteFrom('captchas').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n ? captcha : undefined
}

export async function deleteExpiredCaptchas(db: Db, now: number): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<', now).execute()
}
