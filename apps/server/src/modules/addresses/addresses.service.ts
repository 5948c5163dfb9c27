/** From which address sessions, notes and comments came, for a set time (docs/decisions/039-trail-and-places.md). */
import type { Ctx } from '#deps.ts'
import type { AddressesTable } from '#platform/db/schema.ts'
import { placeOf } from '#platform/places.ts'
import type { Origin } from '#platform/trail.ts'
import * as repo from './addresses.repo.ts'

/** Where somebody is; `place` is null where the address does not tell. */
export type Whereabouts = Pick<Origin, 'ip' | 'port'> & { place: string | null }

/** Call it before a transaction: it reads a file. */
export async function locate({ log }: Ctx, { ip, port }: Pick<Origin, 'ip' | 'port'>): Promise<Whereabouts> {
  return { ip, port, place: await placeOf(log, ip) }
}

type Thing = { kind: AddressesTable['kind']; id: number; account: string }

/** Kept apart from the thing itself, which others may see. */
export async function keepAddress(t: Ctx, { kind, id, account }: Thing, { ip, port }: Whereabouts): Promise<void> {
  const created_at = t.clock.now()
  await repo.insertAddress(t.db, { kind, record_id: id, account, address: ip, port, created_at })
}

export const listAddresses = ({ db }: Ctx, filter: Parameters<typeof repo.listAddresses>[1], limit: number) =>
  repo.listAddresses(db, filter, limit)

const DAY_MS = 24 * 3600 * 1000
/** Rows per statement: SQLite deletes on the event loop. */
const BATCH_SIZE = 500

/** Deletes what is older than the site keeps addresses. */
export async function purgeAddresses(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now() - ctx.settings.current.address_retention_days * DAY_MS
  for (;;) {
    const ids = await repo.listIdsBefore(ctx.db, before, BATCH_SIZE)
    if (ids.length === 0) return
    await repo.deleteAddresses(ctx.db, ids)
  }
}
