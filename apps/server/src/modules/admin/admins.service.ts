import type { Admin, login } from '@shiliu/contract/admin/auth'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { endSessionsOf, openSession } from '#modules/auth/sessions.service.ts'
import { checkPassword, newDeviceToken } from '#modules/auth/sign-in-limits.service.ts'
import { findMark, insertMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { hashPassword } from '#platform/passwords.ts'
import * as repo from './admins.repo.ts'

export function countAdmins(ctx: Ctx): Promise<number> {
  return repo.countAdmins(ctx.db)
}

/** Returns the id. Throws `admin_taken`. */
export async function createAdmin(ctx: Ctx, username: string, password: string): Promise<number> {
  const passwordHash = await hashPassword(password)
  return tx(ctx, (t) => createAdminWithHash(t, username, passwordHash, true))
}

export async function createAdminWithHash(
  t: Ctx,
  username: string,
  passwordHash: string,
  enabled: boolean,
): Promise<number> {
  const now = t.clock.now()
  const times = { created_at: now, updated_at: now }
  try {
    const is_active = enabled ? 1 : 0
    return await repo.insertAdmin(t.db, { username, password_hash: passwordHash, is_active, ...times })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('admin_taken', { field: 'username' })
    throw error
  }
}

/** In no particular order. */
export function listAdmins(ctx: Ctx, ids: number[]): Promise<repo.AdminRow[]> {
  return repo.listAdminsByIds(ctx.db, ids)
}

/** The administrator with this username, else with this number. Throws `admin_not_found`. */
export async function requireAdmin(ctx: Ctx, nameOrId: string): Promise<repo.AdminRow> {
  const named = await repo.findAdminByName(ctx.db, nameOrId)
  const admin = named ?? (isId(nameOrId) ? await repo.findAdminById(ctx.db, Number(nameOrId)) : undefined)
  if (!admin) throw new AppError('admin_not_found')
  return admin
}

const isId = (text: string) => /^\d{1,15}$/.test(text)

/** Disabling ends their sessions. Throws `admin_self_disabled`, `admin_last` where no active one would remain. */
export async function setEnabled(t: Ctx, id: number, enabled: boolean, viewer: AdminViewer): Promise<void> {
  if (!enabled) await requireAnotherActive(t, [id])
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
  await requireAnotherActive(t, ids)
  for (const id of ids) await endSessionsOf(t, { role: 'admin', id })
  await repo.deleteAdmins(t.db, ids)
}

async function requireAnotherActive(t: Ctx, ids: number[]): Promise<void> {
  const all = await repo.lockAdmins(t.db, t.engine)
  if (!all.some((admin) => admin.is_active === 1 && !ids.includes(admin.id))) throw new AppError('admin_last')
}

/** Opens a session. Throws `account_disabled` and what `checkPassword` throws. */
export async function loginAdmin(
  ctx: Ctx,
  body: BodyOf<typeof login>,
  client: { ip: string; port: number | null; userAgent: string },
): Promise<OutputOf<typeof login>> {
  const admin = await repo.findAdminByName(ctx.db, body.username)
  await checkPassword(ctx, {
    role: 'admin',
    name: body.username,
    account: admin,
    password: body.password,
    ip: client.ip,
    deviceToken: body.device_token,
    proof: body.proof,
  })
  if (!admin) throw new AppError('credentials_wrong')
  const { id, username, password_hash } = admin
  const from = await locate(ctx, client)
  return tx(ctx, async (t) => {
    // Re-read under a lock: a password change during the slow check must also refuse this sign-in.
    const current = (await repo.lockAdmins(t.db, t.engine)).find((one) => one.id === id)
    if (current?.password_hash !== password_hash) throw new AppError('credentials_wrong')
    if (current.is_active !== 1) throw new AppError('account_disabled')
    const tokens = await openSession(t, { role: 'admin', id }, client.userAgent, from)
    return { admin: { id, username }, tokens, device_token: newDeviceToken(t, 'admin', id) }
  })
}

/** Throws `admin_not_found`. */
export async function getAdmin(ctx: Ctx, id: number): Promise<Admin> {
  const admin = await repo.findAdminById(ctx.db, id)
  if (!admin) throw new AppError('admin_not_found')
  return { id: admin.id, username: admin.username }
}
