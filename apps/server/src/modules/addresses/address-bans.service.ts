/**
 * Bans of addresses and networks, from which nobody registers or writes (docs/product.md#address-bans). Owns
 * `address_bans`.
 */
import type { addressBans } from '@shiliu/contract/admin/address-bans'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { DAY_MS, iso, isoOrNull, localTime } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { beginChange, type LiveCopy, openLiveCopy } from '#platform/db/live-copy.ts'
import { AppError } from '#platform/errors.ts'
import type { Bus } from '#platform/events/bus.ts'
import { takeTurns } from '#platform/loop-turn.ts'
import { type Network, networkMap, networkText, parseNetwork, textPrefix } from '#platform/networks.ts'
import * as repo from './address-bans.repo.ts'

type Ban = Pick<repo.AddressBanRow, 'reason' | 'until'>

/** Finds the ban that an address falls under at a time. */
export type LiveAddressBans = LiveCopy<(address: string, now: number) => Ban | undefined>

const SOURCE = { topic: 'address-bans-changed', mark: 'address-bans' } as const

/** The bans of addresses, kept current. */
export function openAddressBans(db: Db, bus: Bus): Promise<LiveAddressBans> {
  const read = async (from: Db): Promise<LiveAddressBans['current']> => {
    const rows = await repo.listAllBans(from)
    const within = networkMap(
      rows.map(({ network, reason, until }): [Network, Ban] => [networkOfRow(network), { reason, until }]),
    )
    return (address, now) => within(address, ({ until }) => !isOver(until, now))
  }
  return openLiveCopy<LiveAddressBans['current']>(db, bus, () => undefined, { ...SOURCE, read })
}

function networkOfRow(text: string): Network {
  const network = parseNetwork(text)
  if (!network) throw new Error(`address_bans: ${text} is no network`)
  return network
}

const isOver = (until: number | null, now: number) => until !== null && until <= now

/** Throws `address_banned` with reason and end. */
export function requireOpenAddress(ctx: Ctx, address: string): void {
  const ban = ctx.addressBans.current(address, ctx.clock.now())
  if (!ban) return
  const end = ban.until === null ? '' : `，到 ${localTime(ctx.config.timeZone)(iso(ban.until)).slice(0, 16)} 为止`
  throw new AppError('address_banned', { message: `你所在的网络暂时不能注册和发布${end}：${ban.reason}` })
}

const WIDEST = { 4: 16, 6: 32 } as const
const SEEN_MS = 30 * DAY_MS
const SEEN_AT_ONCE = 500

type Input = Omit<BodyOf<typeof addressBans.update>, 'version'>
type By = { username: string; sessionId: number }

const refuse = (field: string, message: string) => new AppError('invalid_input', { field, message })

/** Returns the new row's id. Throws `invalid_input`, `record_duplicate`. */
export async function createBan(t: Ctx, input: Input, by: By): Promise<number> {
  await beginChange(t, t.addressBans, SOURCE)
  const network = await confirmedNetwork(t, input.network ?? '', input.confirmed ?? false, by)
  const { reason, note = '', until = null } = input
  if (!reason) throw refuse('reason', '请填写原因')
  requireFuture(t, until)
  const row = { network, reason, note, until, username: by.username }
  return refusingDuplicates(() => repo.insertBan(t.db, { ...row, created_at: t.clock.now() }))
}

function requireFuture({ clock }: Ctx, until: number | null): void {
  if (isOver(until, clock.now())) throw refuse('until', '封到的时间要在现在之后')
}

type BanToChange = { id: number; network: string; until: string | null }

/** Missing fields stay. Throws as `createBan`. */
export async function updateBan(t: Ctx, row: BanToChange, input: Input, by: By): Promise<void> {
  await beginChange(t, t.addressBans, SOURCE)
  const { network: wanted, reason, note, until, confirmed = false } = input
  const isOther = wanted !== undefined && wanted !== '' && wanted !== row.network
  const network = isOther ? await confirmedNetwork(t, wanted, confirmed, by) : undefined
  if (reason === '') throw refuse('reason', '请填写原因')
  // The form sends the end that it was opened with, which may be over.
  if (until !== undefined && isoOrNull(until) !== row.until) requireFuture(t, until)
  await refusingDuplicates(() =>
    repo.updateBan(t.db, row.id, {
      ...(network && { network }),
      ...(reason !== undefined && { reason }),
      ...(note !== undefined && { note }),
      ...(until !== undefined && { until }),
    }),
  )
}

/** Lifts them. */
export async function deleteBans(t: Ctx, ids: number[]): Promise<void> {
  await beginChange(t, t.addressBans, SOURCE)
  await repo.deleteBans(t.db, ids)
}

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'network', message: '这个地址已经在列表里' }))

/** As it is stored. Throws `invalid_input` where it is too wide, or in use and not confirmed. */
async function confirmedNetwork(t: Ctx, text: string, confirmed: boolean, by: By): Promise<string> {
  const network = parseNetwork(text)
  if (!network) throw refuse('network', '请填写 IP 地址或网段，例如 203.0.113.9、203.0.113.0/24 或 2001:db8:1::/48')
  const widest = WIDEST[network.version]
  if (network.prefix < widest) throw refuse('network', `网段太大了，最大是 /${widest}`)
  if (confirmed) return networkText(network)
  const own = await repo.findAddressOfSession(t.db, by.sessionId)
  const isOwn = own !== undefined && networkMap([[network, true]])(own) === true
  const [accounts = 0] = await countAccounts(t, [network])
  if (accounts === 0 && !isOwn) return networkText(network)
  const used = accounts > 0 ? `最近 30 天有 ${accounts} 个账号用过这个地址` : ''
  const mine = isOwn ? '你自己现在的地址也在里面' : ''
  throw refuse('confirmed', `${[used, mine].filter(Boolean).join('，')}；确定要封，请勾选「确认」再保存`)
}

/** How many accounts used each of the ranges in the last 30 days. */
async function countAccounts(ctx: Ctx, networks: readonly Network[]): Promise<number[]> {
  const prefixes = [...new Set(networks.map(textPrefix))]
  const seen = await repo.listUsers(ctx.db, prefixes, ctx.clock.now() - SEEN_MS)
  const within = networkMap(networks.map((network, i) => [network, i]))
  const accounts = networks.map(() => new Set<string>())
  for (const [i, { account, address }] of seen.entries()) {
    // Ranges may lie in each other: none is the last one.
    within(address, (at) => {
      accounts[at]?.add(account)
      return false
    })
    if (i % SEEN_AT_ONCE === 0) await takeTurns()
  }
  return accounts.map(({ size }) => size)
}

type Row = Omit<OutputOf<typeof addressBans.get>, 'version'>

/** For the back office, in no particular order. */
export async function loadBans(ctx: Ctx, ids: number[]): Promise<Row[]> {
  const rows = await repo.listBans(ctx.db, ids)
  if (rows.length === 0) return []
  const counts = await countAccounts(
    ctx,
    rows.map(({ network }) => networkOfRow(network)),
  )
  const now = ctx.clock.now()
  return rows.map(({ created_at, until, expires_on: _, ...row }, i) => ({
    ...row,
    until: isoOrNull(until),
    accounts: counts[i] ?? 0,
    in_force: isOver(until, now) ? 0 : 1,
    created_at: iso(created_at),
  }))
}
