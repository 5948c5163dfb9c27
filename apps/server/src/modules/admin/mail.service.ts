/** The mail that the site sends, as administrators look after it (docs/product.md#mail). */
import type { MailState } from '@shiliu/contract/admin/mail'
import type { Ctx } from '#deps.ts'
import { getMailState, readMailPassword, requireMail, sendMail, setMailPassword } from '#modules/mail/outbox.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { actorOfAdmin } from './admins.service.ts'
import { recordAudits } from './audits.service.ts'

/** An empty one deletes what is kept. */
export async function changeMailPassword(ctx: Ctx, viewer: AdminViewer, password: string): Promise<MailState> {
  // It is for the server that was just saved, maybe on another node.
  await ctx.settings.reload()
  await tx(ctx, async (t) => {
    if (password === '' && (await readMailPassword(t)).state === 'none') return
    await setMailPassword(t, password, (await actorOfAdmin(t, viewer.id)).name)
    const states = { before: {}, after: { mail_password: password === '' ? '' : '••••••' } }
    await recordAudits(t, viewer, 'update', [{ resource: 'settings', record_id: 0, record_name: '', ...states }])
  })
  return getMailState(ctx)
}

/** Sent in the background, tried once. Throws `mail_off`, `too_many_requests`. */
export async function sendTestMail(ctx: Ctx, to: string): Promise<MailState> {
  requireMail(ctx)
  if (!(await tx(ctx, (t) => sendMail(t, { to, kind: 'test' })))) throw new AppError('too_many_requests')
  return getMailState(ctx)
}
