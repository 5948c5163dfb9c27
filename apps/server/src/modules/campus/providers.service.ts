/** Schools' sign-in services, set up by administrators (docs/product.md#campus-sign-in). Owns `campus_providers`. */
import type { providers } from '@shiliu/contract/admin/providers'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import { parseBadges } from '@shiliu/contract/provider-rules'
import type { Ctx } from '#deps.ts'
import { holdsReservedName } from '#modules/moderation/reserved-names.service.ts'
import { iso } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { readSettings } from '#platform/db/settings.ts'
import { AppError } from '#platform/errors.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'
import { seal, unseal } from '#platform/sealing.ts'
import * as repo from './campus.repo.ts'

export type Provider = repo.ProviderRow

/** Those that people can use now, the oldest first; none while the site does not know its own address. */
export async function listOffered(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  if (!ctx.config.publicUrl) return []
  const rows = await repo.listProviders(ctx.db)
  return rows.filter(({ is_active }) => is_active === 1).map(({ id, name }) => ({ id, name }))
}

/** Throws `campus_missing` where nobody can use it now. */
export async function requireOffered(ctx: Ctx, id: number): Promise<Provider> {
  const found = ctx.config.publicUrl ? await repo.findProvider(ctx.db, id) : undefined
  if (found?.is_active !== 1) throw new AppError('campus_missing')
  return found
}

/**
 * A school sends people back to the site's own address: a browser that stands at another one (www., http, an IP) would
 * come back without its mark. Throws `campus_elsewhere`.
 */
export function requireOwnAddress({ config: { publicUrl } }: Ctx, origin: string | null): void {
  if (!publicUrl || !origin || !URL.canParse(origin) || origin === new URL(publicUrl).origin) return
  throw new AppError('campus_elsewhere', { message: `校园登录要从 ${publicUrl} 开始，请打开这个地址再登录` })
}

const isOtherClient = ({ kind, client_id }: Pick<Provider, 'kind' | 'client_id'>, now: string | undefined) =>
  kind === 'oidc' && now !== undefined && now !== client_id

/** Meanwhile it may have been switched off or become another one. Throws `campus_missing`, `campus_expired`. */
export async function requireUnmoved(ctx: Ctx, before: Provider): Promise<void> {
  const now = await requireOffered(ctx, before.id)
  if (now.address !== before.address || isOtherClient(before, now.client_id)) throw new AppError('campus_expired')
}

/**
 * Throws `provider_needed` where people could then sign in by nothing. Call it in the transaction that switches
 * passwords off.
 */
export async function requireAnyOffered(t: Ctx): Promise<void> {
  const rows = await repo.lockProviders(t.db, t.engine)
  if (!t.config.publicUrl || !rows.some(({ is_active }) => is_active === 1)) throw needed()
}

const needed = () =>
  new AppError('provider_needed', { message: '先设置 PUBLIC_URL，添加并启用一个校园登录，再关闭密码登录' })

/** Where the provider sends people back to: fixed, whatever a request says. */
export const returnUrl = ({ config }: Pick<Ctx, 'config'>, id: number): string => `${config.publicUrl}/campus/${id}`

const sealing = (id: number) => ({ purpose: 'campus provider', owner: `provider ${id}` })

/** Null for none; undefined where the site's secret is another one now. */
export function secretOf({ config }: Pick<Ctx, 'config'>, { id, client_secret }: Provider): string | null | undefined {
  if (client_secret === null) return null
  const bytes = unseal(config.jwtSecret, sealing(id), client_secret)
  return bytes === null ? undefined : Buffer.from(bytes).toString()
}

type Input = Omit<BodyOf<typeof providers.update>, 'version'>
type Row = Omit<OutputOf<typeof providers.get>, 'version'>

/** For the back office, in no particular order. */
export async function loadProviders(ctx: Ctx, ids: number[]): Promise<Row[]> {
  const rows = await repo.listProviders(ctx.db, ids)
  const counts = await repo.countIdentities(ctx.db, ids)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.address,
    client_id: row.client_id,
    has_secret: row.client_secret === null ? 0 : 1,
    scope: row.scope,
    name_attribute: row.name_attribute,
    badge_attribute: row.badge_attribute,
    badges: row.badges,
    ends_session: row.ends_session === 1 ? 1 : 0,
    is_active: row.is_active === 1 ? 1 : 0,
    accounts: counts.get(row.id) ?? 0,
    return_url: ctx.config.publicUrl ? returnUrl(ctx, row.id) : null,
    created_at: iso(row.created_at),
  }))
}

/** Returns the new row's id. Throws `invalid_input`, `record_duplicate`. */
export async function createProvider(t: Ctx, body: BodyOf<typeof providers.create>): Promise<number> {
  const { kind, client_secret, ...input } = body
  if (!input.name) throw refuse('name', '请输入名称')
  if (!input.address) throw refuse('address', '请输入地址')
  requireClient(kind, input.client_id ?? '')
  const now = t.clock.now()
  const blank = { client_id: '', scope: '', name_attribute: '', badge_attribute: '', badges: '' }
  const flags = { ends_session: 0, is_active: 1 }
  const { name, address } = input
  const columns = columnsOf(t, kind, input)
  const row = { kind, name, address, name_key: '', ...blank, ...flags, ...columns, created_at: now, updated_at: now }
  const id = await refusingDuplicates(() => repo.insertProvider(t.db, { ...row, client_secret: null }))
  if (client_secret) await repo.updateProvider(t.db, id, { client_secret: sealed(t, id, client_secret) })
  return id
}

/** Missing fields stay, as does an empty secret. Throws `invalid_input`, `record_duplicate`, `provider_needed`. */
export async function updateProvider(
  t: Ctx,
  row: Row,
  { client_secret, confirmed = false, ...input }: Input,
): Promise<void> {
  const { id, kind } = row
  if (input.name === '') throw refuse('name', '请输入名称')
  if (input.address === '') throw refuse('address', '请输入地址')
  if (input.client_id !== undefined) requireClient(kind, input.client_id)
  const moved = input.address !== undefined && tidyAddress(kind, input.address) !== row.address
  // Whoever may not read the secret must not have it sent to a machine of their own.
  if (moved && row.has_secret === 1 && !client_secret) {
    throw refuse('client_secret', '改了地址，客户端密钥要重新填写')
  }
  const isOther = moved || isOtherClient(row, input.client_id)
  if (isOther && row.accounts > 0 && !confirmed) throw unconfirmed(row.accounts)
  if (input.is_active === false) await requireOthers(t, [id])
  const values = {
    ...columnsOf(t, kind, input),
    ...(client_secret && { client_secret: sealed(t, id, client_secret) }),
    updated_at: t.clock.now(),
  }
  await refusingDuplicates(() => repo.updateProvider(t.db, id, values))
  // What the provider before said of people must not be taken for what this one says.
  if (isOther) await repo.deleteFlowsOf(t.db, id)
}

/** Only those that no account is linked to. Throws `invalid_input`, `provider_needed`. */
export async function deleteProviders(t: Ctx, ids: number[]): Promise<void> {
  await requireOthers(t, ids)
  const linked = [...(await repo.countIdentities(t.db, ids)).values()].reduce((sum, n) => sum + n, 0)
  if (linked > 0) {
    throw new AppError('invalid_input', { message: `还有 ${linked} 个账号连接着，删除以后他们可能进不来；请改为停用` })
  }
  await repo.deleteProviders(t.db, ids)
}

/** Throws `provider_needed` where passwords are off and none but these is left. */
async function requireOthers(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.lockProviders(t.db, t.engine)
  // As it is stored: this node may not have heard yet that passwords were switched off.
  if ((await readSettings(t.db)).local_passwords) return
  if (!rows.some((row) => row.is_active === 1 && !ids.includes(row.id))) throw new AppError('provider_needed')
}

const refuse = (field: string, message: string) => new AppError('invalid_input', { field, message })

/**
 * Another provider may call other people by the same names, and for another client the same people by other names.
 */
const unconfirmed = (accounts: number) =>
  refuse(
    'confirmed',
    `有 ${accounts} 个账号连接着它。改了地址或客户端编号以后，如果新的服务给同一个人的编号不一样，他们会登录到别人的账号，或者登录不了。确定要改，请勾选「确认」再保存`,
  )

const sealed = ({ config }: Ctx, id: number, secret: string) => seal(config.jwtSecret, sealing(id), Buffer.from(secret))

function requireClient(kind: Provider['kind'], clientId: string): void {
  if (kind === 'oidc' && clientId === '') throw refuse('client_id', '请输入客户端编号')
}

function columnsOf(
  t: Ctx,
  kind: Provider['kind'],
  { name, address, ends_session, is_active, ...texts }: Omit<Input, 'client_secret' | 'confirmed'>,
) {
  if (name !== undefined && holdsReservedName(t, name)) throw refuse('name', '名称里有网站保留的词，请换一个')
  const words = [...(parseBadges(texts.badges ?? '')?.values() ?? [])]
  // A badge must not make anybody look like the site's own.
  if (words.some((word) => holdsReservedName(t, word))) throw refuse('badges', '身份里有网站保留的词，请换一个')
  return {
    ...omitUndefined(texts),
    ...(name !== undefined && { name, name_key: normalizedKey(name, 50) }),
    ...(address !== undefined && { address: tidyAddress(kind, address) }),
    ...(ends_session !== undefined && { ends_session: ends_session ? 1 : 0 }),
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
  }
}

/** What people paste instead of the address itself. */
const tidyAddress = (kind: Provider['kind'], address: string): string =>
  kind === 'oidc'
    ? address.replace(/\/\.well-known\/openid-configuration\/?$/, '')
    : address.replace(/\/+(?:login|logout|serviceValidate|p3\/serviceValidate)?\/*$/, '')

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'name', message: '已经有这个名称' }))
