/** Tells moderators who have an address by mail what waits for them (docs/product.md#digest). */
import { roleSuffices } from '@shiliu/contract/admin/roles'
import type { Ctx } from '#deps.ts'
import { isMailOn, sendMail } from '#modules/mail/outbox.service.ts'
import { chinaDay, iso, localTime } from '#platform/clock.ts'
import { findMark, insertMark, lockMark, setMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { lockAdmins } from './admins.repo.ts'
import { countWaiting } from './overview.repo.ts'

/** From this hour on, where the site stands. */
const DIGEST_HOUR = 8

/** Called by a timer: once a day, by one node, to moderators who have an address; nothing where nothing waits. */
export async function sendDigest(ctx: Ctx): Promise<void> {
  if (ctx.settings.current.mail_digest === 'off' || !isMailOn(ctx)) return
  const local = localTime(ctx.config.timeZone)(iso(ctx.clock.now()))
  if (Number(local.slice(11, 13)) < DIGEST_HOUR) return
  const today = chinaDay(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))
  const last = await findMark(ctx.db, 'mail-digest')
  if (wasSent(last, today)) return
  if (last === undefined) await tx(ctx, (t) => insertMark(t.db, 'mail-digest', 0))
  await tx(ctx, async (t) => {
    await lockMark(t.db, 'mail-digest')
    if (wasSent(await findMark(t.db, 'mail-digest'), today)) return
    await setMark(t.db, 'mail-digest', today)
    const waiting = await waitingInWords(t)
    if (waiting.length === 0) return
    for (const { email, is_active, role } of await lockAdmins(t.db, t.engine)) {
      if (email !== null && is_active === 1 && roleSuffices(role, 'moderator'))
        await sendMail(t, { to: email, kind: 'digest', values: { waiting } })
    }
  })
}

/** A node elsewhere may be a day ahead; only a clock that was set back since has written a later one. */
const wasSent = (last: number | undefined, today: number) => last === today || last === today + 1

async function waitingInWords({ db, config }: Ctx): Promise<[label: string, value: string][]> {
  const { reports, appeals, posts, comments } = await countWaiting(db)
  const rows = [
    ['举报', reports],
    ['申诉', appeals],
    ['待审核的笔记', posts],
    ['待审核的评论', comments],
  ] as const
  return rows.flatMap(([label, { count, oldest }]): [string, string][] => {
    if (count === 0) return []
    const since = oldest === null ? '' : `，最早的从 ${localTime(config.timeZone)(iso(oldest)).slice(0, 16)} 等到现在`
    return [[label, `${count} 项${since}`]]
  })
}
