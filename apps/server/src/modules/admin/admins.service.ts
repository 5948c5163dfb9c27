/** Administrators and their sign-in. Owns `admins`. */
import type { Admin } from '@shiliu/contract/admin/auth'
import type { Tokens } from '@shiliu/contract/auth'
import type { Ctx } from '#deps.ts'
import { openSession } from '#modules/auth/sessions.service.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import { hashPassword, passwordFits } from '#platform/passwords.ts'
import * as repo from './admins.repo.ts'

/** How many administrators there are; none means a first start. */
export function countAdmins(ctx: Ctx): Promise<number> {
  return repo.countAdmins(ctx.db)
}

/** Creates an administrator and answers the id. Throws `admin_taken`. */
export async function createAdmin(ctx: Ctx, username: string, password: string): Promise<number> {
  const password_hash = await hashPassword(password)
  const now = ctx.clock.now()
  try {
    return await repo.insertAdmin(ctx.db, { username, password_hash, created_at: now, updated_at: now })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('admin_taken', { field: 'username' })
    throw error
  }
}

/** Signs an administrator in. Throws `credentials_wrong`, `account_disabled`. */
export async function loginAdmin(
  ctx: Ctx,
  body: { username: string; password: string },
  userAgent: string,
): Promise<{ admin: Admin; tokens: Tokens }> {
  const admin = await repo.findAdminByName(ctx.db, body.username)
  const fits = await passwordFits(admin?.password_hash ?? null, body.password)
  if (!fits || !admin) throw new AppError('credentials_wrong')
  if (admin.is_active !== 1) throw new AppError('account_disabled')
  const tokens = await openSession(ctx, { role: 'admin', id: admin.id }, userAgent)
  return { admin: { id: admin.id, username: admin.username }, tokens }
}

/** The signed-in administrator. Throws `admin_not_found`. */
export async function getAdmin(ctx: Ctx, id: number): Promise<Admin> {
  const admin = await repo.findAdminById(ctx.db, id)
  if (!admin) throw new AppError('admin_not_found')
  return { id: admin.id, username: admin.username }
}
