/** Domains whose e-mail addresses nobody may use (docs/product.md#e-mail-domains). Owns `email_bans`. */
import type { emailDomains } from '@shiliu/contract/admin/domains'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './email-bans.repo.ts'

/** The domain and those above it: `a.example.edu.cn`, `example.edu.cn`, `edu.cn`. */
function domainsOf(address: string): string[] {
  const parts = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return parts.slice(0, -1).map((_, i) => parts.slice(i).join('.'))
}

/** Throws `email_domain` where the address is of a banned domain, or of none that the site allows. */
export async function requireAllowedDomain(ctx: Ctx, address: string): Promise<void> {
  const { mail_domains: allowed } = ctx.settings.current
  const domains = domainsOf(address)
  if (allowed.length > 0 && !domains.some((domain) => allowed.includes(domain))) {
    const message = `请用这些域名的邮箱：${allowed.slice(0, 5).join('、')}${allowed.length > 5 ? ' 等' : ''}`
    throw new AppError('email_domain', { field: 'email', message })
  }
  if (await repo.isOneBanned(ctx.db, domains)) throw new AppError('email_domain', { field: 'email' })
}

type Input = Omit<BodyOf<typeof emailDomains.update>, 'version'>

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'domain', message: '这个域名已经在列表里' }))

/** Returns the new row's id. Throws `invalid_input`, `record_duplicate`. */
export async function createBan(t: Ctx, { domain, note = '' }: Input, username: string): Promise<number> {
  if (!domain) throw new AppError('invalid_input', { field: 'domain', message: '请填写域名' })
  const row = { domain: domain.toLowerCase(), note, username, created_at: t.clock.now() }
  return refusingDuplicates(() => repo.insertBan(t.db, row))
}

/** Missing fields stay. Throws `record_duplicate`. */
export function updateBan(t: Ctx, id: number, { domain, note }: Input): Promise<void> {
  const values = { ...(domain && { domain: domain.toLowerCase() }), ...(note !== undefined && { note }) }
  return refusingDuplicates(() => repo.updateBan(t.db, id, values))
}

/** Lifts them. */
export const deleteBans = (t: Ctx, ids: number[]): Promise<void> => repo.deleteBans(t.db, ids)

/** For the back office, in no particular order. */
export async function loadBans(ctx: Ctx, ids: number[]): Promise<Omit<OutputOf<typeof emailDomains.get>, 'version'>[]> {
  const rows = await repo.listBans(ctx.db, ids)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: iso(created_at) }))
}
