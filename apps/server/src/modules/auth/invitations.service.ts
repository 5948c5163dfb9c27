/** Codes that people register with where the site asks for one (docs/api.md#registration). */
import type { invitations } from '@shiliu/contract/admin/invitations'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { iso, localTime } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { randomCode } from '#platform/random-code.ts'
import * as repo from './invitations.repo.ts'

const CODE_LENGTH = 10

type Input = Omit<BodyOf<typeof invitations.update>, 'version'>
type Invitation = Omit<OutputOf<typeof invitations.get>, 'version'>

/** The day in the site's time zone. */
const today = ({ clock, config }: Ctx) => localTime(config.timeZone)(iso(clock.now())).slice(0, 10)

/** The code that was typed. Throws `invitation_wrong` where it is none, is used up or has expired. */
export async function requireInvitation(ctx: Ctx, code = ''): Promise<repo.InvitationRow> {
  const refused = (message?: string) =>
    new AppError('invitation_wrong', { field: 'invitation_code', ...(message && { message }) })
  const key = normalizedKey(code)
  if (key === '') throw refused('请输入邀请码')
  const found = await repo.findInvitation(ctx.db, key)
  if (!found) throw refused()
  if (found.uses_left === 0) throw refused('这个邀请码已经用完')
  if (found.expires_on !== null && found.expires_on < today(ctx)) throw refused('这个邀请码已经过期')
  return found
}

/**
 * Takes one use in the caller's transaction and returns the code's id; null where the site asks for none. Throws as
 * `requireInvitation`.
 */
export async function useInvitation(t: Ctx, code?: string): Promise<number | null> {
  if (t.settings.current.registration !== 'invite') return null
  const { id } = await requireInvitation(t, code)
  if (await repo.takeUse(t.db, id, today(t))) return id
  // Somebody else took the last one meanwhile.
  throw new AppError('invitation_wrong', { field: 'invitation_code', message: '这个邀请码已经用完' })
}

/** Whether anybody could register where codes are asked for. */
export function hasUsableInvitation(ctx: Ctx): Promise<boolean> {
  return repo.hasUsable(ctx.db, today(ctx))
}

/** For the back office, in no particular order. */
export async function loadInvitations(ctx: Ctx, ids: number[]): Promise<Invitation[]> {
  const rows = await repo.listInvitations(ctx.db, ids)
  return rows.map(({ code_key: _, created_at, ...row }) => ({ ...row, created_at: iso(created_at) }))
}

/** Returns the new row's id; makes a code where none is given. Throws `record_duplicate`. */
export function createInvitation(t: Ctx, { code, ...input }: Input): Promise<number> {
  const row = { note: '', uses_left: null, expires_on: null, used_count: 0, ...columnsOf(input) }
  return refusingDuplicates(() =>
    repo.insertInvitation(t.db, { ...row, ...codeColumns(code || randomCode(CODE_LENGTH)), created_at: t.clock.now() }),
  )
}

/** Throws `record_duplicate`. */
export function updateInvitation(t: Ctx, id: number, { code, ...input }: Input): Promise<void> {
  return refusingDuplicates(() =>
    repo.updateInvitation(t.db, id, { ...columnsOf(input), ...(code && codeColumns(code)) }),
  )
}

/** Who registered with them stays. */
export function deleteInvitations(t: Ctx, ids: number[]): Promise<void> {
  return repo.deleteInvitations(t.db, ids)
}

const codeColumns = (code: string) => ({ code, code_key: normalizedKey(code) })

function columnsOf({ note, uses_left, expires_on }: Omit<Input, 'code'>) {
  return {
    ...(note !== undefined && { note }),
    ...(uses_left !== undefined && { uses_left }),
    ...(expires_on !== undefined && { expires_on: expires_on || null }),
  }
}

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'code', message: '已经有这个邀请码' }))
