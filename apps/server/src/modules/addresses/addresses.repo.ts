import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { AddressesTable } from '#platform/db/schema.ts'

export async function insertAddress(db: Db, row: Insertable<AddressesTable>): Promise<void> {
  await db.insertInto('addresses').values(row).execute()
}

type Filter = { account: string } | { address: string } | { kind: AddressesTable['kind']; record_id: number }

/** Newest first. */
export function listAddresses(db: Db, filter: Filter, limit: number) {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where((eb) => eb.and(filter))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type Use = { account: string; address: string; created_at: number }

/** The last uses of each address, newest first in each, by one statement. */
export async function listUsesOf(db: Db, addresses: string[], each: number): Promise<Use[]> {
  const [first, ...others] = addresses.map((address) =>
    db
      .selectFrom(
        db
          .selectFrom('addresses')
          .select(['account', 'address', 'created_at'])
          .where('address', '=', address)
          .orderBy('id', 'desc')
          .limit(each)
          .as('uses'),
      )
      .selectAll(),
  )
  if (!first) return []
  return others.reduce((all, one) => all.unionAll(one), first).execute()
}

export async function listIdsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('addresses').select('id').where('created_at', '<', time)
  return (await old.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteAddresses(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('addresses').where('id', 'in', ids).execute()
}
