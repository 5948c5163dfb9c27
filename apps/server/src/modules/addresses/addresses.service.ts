/** IP addresses of sessions, notes, comments (docs/decisions/039-security-log-and-addresses.md). Owns `addresses`. */
import type { Ctx } from '#deps.ts'
import { DAY_MS } from '#platform/clock.ts'
import { deleteInBatches, groupBy } from '#platform/db/rows.ts'
import type { AddressesTable } from '#platform/db/schema.ts'
import { locationOf } from '#platform/ip-location.ts'
import type { Sender } from '#platform/security-log.ts'
import * as repo from './addresses.repo.ts'

/** Where somebody is; `location` is null where the address does not tell. */
export type Whereabouts = Pick<Sender, 'ip' | 'port'> & { location: string | null }

/** Call it before a transaction: it reads a file. */
export async function locate({ log }: Ctx, { ip, port }: Pick<Sender, 'ip' | 'port'>): Promise<Whereabouts> {
  return { ip, port, location: await locationOf(log, ip) }
}

type Thing = { kind: AddressesTable['kind']; id: number; account: string }

/** Kept apart from the thing itself, which others may see. */
export async function keepAddress(t: Ctx, { kind, id, account }: Thing, { ip, port }: Whereabouts): Promise<void> {
  const created_at = t.clock.now()
  await repo.insertAddress(t.db, { kind, record_id: id, account, address: ip, port, created_at })
}

/** Newest first, also of what was deleted. */
export const listAddresses = ({ db }: Ctx, filter: Parameters<typeof repo.listAddresses>[1], limit: number) =>
  repo.listAddresses(db, filter, limit)

export type UsedAddress = {
  address: string
  location: string | null
  times: number
  first_at: number
  last_at: number
  sessionIds: number[]
  /** Other accounts that used it, with the last time, newest first. */
  others: { account: string; last_at: number }[]
}

/** Rows that are read of an account, and of its addresses together. */
const USES = 200

/** The addresses that an account used lately, newest first, and who else did. */
export async function listUsedAddresses(ctx: Ctx, account: string, most: number): Promise<UsedAddress[]> {
  const own = groupBy(await repo.listAddresses(ctx.db, { account }, USES), ({ address }) => address)
  const addresses = [...own.keys()].slice(0, most)
  const uses = groupBy(await repo.listUsesOf(ctx.db, addresses, USES), ({ address }) => address)
  const locations = await Promise.all(addresses.map((address) => locationOf(ctx.log, address)))
  return addresses.map((address, i) => {
    const rows = own.get(address) ?? []
    const times = rows.map(({ created_at }) => created_at)
    const byOthers = groupBy(
      (uses.get(address) ?? []).filter((use) => use.account !== account),
      (use) => use.account,
    )
    return {
      address,
      location: locations[i] ?? null,
      times: rows.length,
      first_at: Math.min(...times),
      last_at: Math.max(...times),
      sessionIds: rows.flatMap(({ kind, record_id }) => (kind === 'session' ? record_id : [])),
      others: [...byOthers]
        .map(([other, those]) => ({
          account: other,
          last_at: Math.max(...those.map(({ created_at }) => created_at)),
        }))
        .toSorted((a, b) => b.last_at - a.last_at)
        .slice(0, most),
    }
  })
}

/** Deletes what is older than the site keeps addresses. */
export async function purgeAddresses(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now() - ctx.settings.current.address_retention_days * DAY_MS
  await deleteInBatches(
    (limit) => repo.listIdsBefore(ctx.db, before, limit),
    (ids) => repo.deleteAddresses(ctx.db, ids),
  )
}
