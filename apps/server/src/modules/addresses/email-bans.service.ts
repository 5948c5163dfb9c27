/** Domains whose e-mail addresses nobody may use (docs/product.md#e-mail-address). Owns `email_bans`. */
import type { Ctx } from '#deps.ts'
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
