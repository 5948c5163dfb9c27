/** Accounts of administrators: sign-in, roles, passwords (docs/product.md#roles). Owns `admins`. */
import type { changePassword, login, me } from '@shiliu/contract/admin/auth'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { endAdminSession } from '#modules/auth/admin-sessions.service.ts'
import { adminSessionsChanged, endSession, endSessionsOf, openSession } from '#modules/auth/sessions.service.ts'
import { newDeviceToken, renewOldPassword, withPassword } from '#modules/auth/sign-in-limits.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { findMark, insertMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import type { Client } from '#platform/http/route.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { hashPassword, refuseGuessable } from '#platform/passwords.ts'
import * as repo from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'
import { noteFailedSignIn } from './pending-audits.service.ts'
import { requireOwnPassword, takeSignInCode, withSecondFactor } from './second-factor.service.ts'

/** How many administrators there are, disabled ones too. */
export function countAdmins(ctx: Ctx): Promise<number> {
  return repo.countAdmins(ctx.db)
}

/** Returns the id. Throws `admin_taken`. */
export async function createAdmin(ctx: Ctx, username: string, password: string, role: AdminRole): Promise<number> {
  const password_hash = await hashPassword(password, 'command line')
  return tx(ctx, (t) => createAdminWithHash(t, { username, password_hash, role, is_active: 1 }))
}

/** As `createAdmin`, for a password that is hashed already. */
export async function createAdminWithHash(
  t: Ctx,
  admin: { username: string; password_hash: string; role: AdminRole; is_active: 0 | 1 },
): Promise<number> {
  const now = t.clock.now()
  return refuseDuplicate(
    () => repo.insertAdmin(t.db, { ...admin, created_at: now, updated_at: now }),
    () => new AppError('admin_taken', { field: 'username' }),
  )
}

/** In no particular order. */
export function listAdmins(ctx: Ctx, ids: number[]): Promise<repo.AdminRow[]> {
  return repo.listAdminsByIds(ctx.db, ids)
}

/** The administrator as histories name them. */
export const actorOfAdmin = async (ctx: Ctx, id: number): Promise<Actor> => ({
  key: `admin:${id}`,
  adminId: id,
  name: (await repo.findAdminById(ctx.db, id))?.username ?? '',
})

/** The administrator with this username, else with this number. Throws `admin_not_found`. */
export async function requireAdmin(ctx: Ctx, nameOrId: string): Promise<repo.AdminRow> {
  const named = await repo.findAdminByName(ctx.db, nameOrId)
  const admin = named ?? (isId(nameOrId) ? await repo.findAdminById(ctx.db, Number(nameOrId)) : undefined)
  if (!admin) throw new AppError('admin_not_found')
  return admin
}

const isId = (text: string) => /^\d{1,15}$/.test(text)

/** In force with the next request on every node. Throws `admin_last` where no active owner would remain. */
export async function setRole(t: Ctx, id: number, role: AdminRole): Promise<void> {
  if (role !== 'owner') await requireAnotherOwner(t, [id])
  await repo.updateAdmin(t.db, id, { role, updated_at: t.clock.now() })
  await adminSessionsChanged(t, id)
}

/** Disabling ends their sessions. Throws `admin_self_disabled`, `admin_last` where no active owner would remain. */
export async function setEnabled(t: Ctx, id: number, enabled: boolean, viewer: AdminViewer): Promise<void> {
  if (!enabled) await requireAnotherOwner(t, [id])
  if (!enabled && id === viewer.id) throw new AppError('admin_self_disabled')
  await repo.updateAdmin(t.db, id, { is_active: enabled ? 1 : 0, updated_at: t.clock.now() })
  if (!enabled) await endSessionsOf(t, { role: 'admin', id })
}

/** Ends all sessions except the viewer's current one. */
export async function setPassword(t: Ctx, id: number, passwordHash: string, viewer: AdminViewer): Promise<void> {
  await repo.updateAdmin(t.db, id, { password_hash: passwordHash, updated_at: t.clock.now() })
  await endSessionsOf(t, { role: 'admin', id }, viewer.sessionId)
  if ((await findMark(t.db, 'setup')) === id) await insertMark(t.db, 'setup-password', 1)
}

/** Throws `admin_self`, `admin_last`. */
export async function removeAdmins(t: Ctx, ids: number[], viewer: AdminViewer): Promise<void> {
  if (ids.includes(viewer.id)) throw new AppError('admin_self')
  await requireAnotherOwner(t, ids)
  for (const id of ids) await endSessionsOf(t, { role: 'admin', id })
  await repo.deleteAdmins(t.db, ids)
}

async function requireAnotherOwner(t: Ctx, ids: number[]): Promise<void> {
  const all = await repo.lockAdmins(t.db, t.engine)
  const owners = all.filter((admin) => admin.role === 'owner' && admin.is_active === 1)
  if (!owners.some((owner) => !ids.includes(owner.id))) throw new AppError('admin_last')
}

/** Opens a session. Throws `account_disabled`, `second_factor_required` and what `withPassword` throws. */
export async function loginAdmin(
  ctx: Ctx,
  body: BodyOf<typeof login>,
  client: Client,
): Promise<OutputOf<typeof login>> {
  const admin = await repo.findAdminByName(ctx.db, body.username)
  const attempt = {
    role: 'admin',
    name: body.username,
    account: admin,
    password: body.password,
    ip: client.ip,
    deviceToken: body.device_token,
    proof: body.proof,
  } as const
  const signIn = withPassword(ctx, attempt, async () => {
    if (!admin) throw new AppError('credentials_wrong')
    const password_hash = await renewOldPassword(admin.password_hash, body.password, {
      caller: networkOf(client.ip),
      replace: (hash) => replaceOldHash(ctx, admin, hash),
    })
    const from = await locate(ctx, client)
    return withSecondFactor(ctx, admin, body.code, (c) =>
      tx(c, async (t) => {
        // Re-read under a lock: a password change during the slow check must also refuse this sign-in.
        const current = (await repo.lockAdmins(t.db, t.engine)).find(({ id }) => id === admin.id)
        if (current?.password_hash !== password_hash) throw new AppError('credentials_wrong')
        if (current.is_active !== 1) throw new AppError('account_disabled')
        await takeSignInCode(t, current, body.code)
        const { id, username, role } = current
        const tokens = await openSession(t, { role: 'admin', id }, client.userAgent, from)
        const after = { user_agent: client.userAgent, location: from.location }
        const entry = { resource: 'admins', record_id: id, record_name: username, before: null, after }
        await recordAudits(t, { id }, 'sign_in', [entry])
        return { admin: { id, username, role }, tokens, device_token: newDeviceToken(t, 'admin', id) }
      }),
    )
  })
  return signIn.catch((error: unknown) => {
    if (admin && error instanceof AppError) noteFailedSignIn(ctx, admin, error, client)
    throw error
  })
}

function replaceOldHash(ctx: Ctx, admin: repo.AdminRow, hash: string): Promise<string | null> {
  return tx(ctx, async (t) => {
    const current = (await repo.lockAdmins(t.db, t.engine)).find(({ id }) => id === admin.id)
    if (current?.password_hash !== admin.password_hash) return current?.password_hash ?? null
    await repo.updateAdmin(t.db, admin.id, { password_hash: hash })
    return hash
  })
}

/** Ends the session that the viewer is signed in with. */
export function signOut(ctx: Ctx, viewer: AdminViewer): Promise<void> {
  return tx(ctx, async (t) => {
    await endSession(t, viewer.sessionId)
    await recordSignOut(t, viewer, viewer.id, {})
  })
}

/** Of this administrator, or of any where null. Throws `record_not_found`, also for one that ended. */
export function endSessionFrom(ctx: Ctx, viewer: AdminViewer, id: number, adminId: number | null): Promise<void> {
  return tx(ctx, async (t) => {
    const session = await endAdminSession(t, id, adminId)
    await recordSignOut(t, viewer, session.adminId, { session_id: id, user_agent: session.userAgent })
  })
}

async function recordSignOut(t: Ctx, viewer: AdminViewer, adminId: number, after: object): Promise<void> {
  const admin = await repo.findAdminById(t.db, adminId)
  const entry = { resource: 'admins', record_id: adminId, record_name: admin?.username ?? '', before: null, after }
  await recordAudits(t, viewer, 'sign_out', [entry])
}

/** Ends the other sessions. Throws `password_current_wrong`, `password_unchanged` and what `refuseGuessable` throws. */
export async function changeOwnPassword(
  ctx: Ctx,
  viewer: AdminViewer,
  { currentPassword, newPassword }: BodyOf<typeof changePassword>,
): Promise<void> {
  const { username, password_hash } = await requireOwnPassword(ctx, viewer, currentPassword)
  if (newPassword === currentPassword) throw new AppError('password_unchanged', { field: 'newPassword' })
  refuseGuessable(newPassword, 'admin', username, 'newPassword')
  const passwordHash = await hashPassword(newPassword, `admin:${viewer.id}`)
  await tx(ctx, async (t) => {
    // An owner may have replaced it during the slow check.
    const current = (await repo.lockAdmins(t.db, t.engine)).find(({ id }) => id === viewer.id)
    if (current?.password_hash !== password_hash) {
      throw new AppError('password_current_wrong', { field: 'currentPassword' })
    }
    await setPassword(t, viewer.id, passwordHash, viewer)
    const states = { before: {}, after: { password: '••••••' } }
    const entry = { resource: 'admins', record_id: viewer.id, record_name: username, ...states }
    await recordAudits(t, viewer, 'update', [entry])
  })
}

/** Throws `admin_not_found`. */
export async function getAdmin(ctx: Ctx, id: number): Promise<OutputOf<typeof me>> {
  const admin = await repo.findAdminById(ctx.db, id)
  if (!admin) throw new AppError('admin_not_found')
  const { username, role, totp_since } = admin
  const second_factor_due = totp_since === null && ctx.settings.current.require_second_factor
  return { id, username, role, second_factor_due }
}
