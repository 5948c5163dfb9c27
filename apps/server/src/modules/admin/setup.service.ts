/** What the administrator of a new site sets up: ticked off by what has changed, or by 保持不变 (docs/product.md#setup). */
import type { SetupItem, SetupState, update } from '@shiliu/contract/admin/setup'
import { SETUP_ITEMS } from '@shiliu/contract/admin/setup'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { hasFirstCategories } from '#modules/categories/first-categories.service.ts'
import { findMark, insertMark } from '#platform/db/marks.ts'
import { listSettings } from '#platform/db/settings.ts'
import { findAdminById } from './admins.repo.ts'

/** Settings of which a change ticks the item off. */
const SETTINGS: Partial<Record<SetupItem, readonly string[]>> = {
  name: ['site_name'],
  logo: ['site_logo'],
  registration: ['registration', 'registrations_per_address'],
}

/** Call it once, when the first administrator gets a generated password. */
export async function beginSetup(ctx: Ctx, adminId: number): Promise<void> {
  await insertMark(ctx.db, 'setup', adminId)
}

/** The list of what is left to set up; empty where no administrator got a generated password. */
export async function getSetup(ctx: Ctx): Promise<SetupState> {
  const adminId = await findMark(ctx.db, 'setup')
  if (adminId === undefined) return { open: false, closed: true, items: [] }
  const changed = new Set((await listSettings(ctx.db)).map(({ name }) => name))
  const changes: Record<SetupItem, boolean> = {
    name: false,
    logo: false,
    registration: false,
    categories: !(await hasFirstCategories(ctx)),
    // Whoever has the generated password may also be gone.
    password: !(await findAdminById(ctx.db, adminId)),
  }
  const items: SetupState['items'] = []
  for (const name of SETUP_ITEMS) {
    const set = changes[name] || SETTINGS[name]?.some((setting) => changed.has(setting)) === true
    items.push({ name, done: set || (await findMark(ctx.db, `setup-${name}`)) !== undefined })
  }
  const closed = (await findMark(ctx.db, 'setup-closed')) !== undefined
  return { open: items.some(({ done }) => !done), closed, items }
}

/** Ticks off an item whose default is kept, or closes the list. */
export async function updateSetup(ctx: Ctx, { keep, closed }: BodyOf<typeof update>): Promise<SetupState> {
  if (keep && keep !== 'password') await insertMark(ctx.db, `setup-${keep}`, 1)
  if (closed) await insertMark(ctx.db, 'setup-closed', 1)
  return getSetup(ctx)
}
