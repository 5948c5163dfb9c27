import { createHash } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type {
  CampusFlowsTable,
  CampusIdentitiesTable,
  CampusProvidersTable,
  CampusSessionsTable,
} from '#platform/db/campus-schema.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'

export type ProviderRow = Selectable<CampusProvidersTable>
export type IdentityRow = Selectable<CampusIdentitiesTable>

/** How the names and keys that schools and browsers send are stored, so that a copy of the rows opens nothing. */
export const campusHash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Few: a site has one for each school. */
export function listProviders(db: Db, ids?: number[]): Promise<ProviderRow[]> {
  const all = db.selectFrom('campus_providers').selectAll().orderBy('id')
  return (ids ? all.where('id', 'in', ids) : all).execute()
}

/** Locks all rows until the transaction ends. */
export function lockProviders(db: Db, engine: Engine): Promise<ProviderRow[]> {
  const all = db.selectFrom('campus_providers').selectAll().orderBy('id')
  return all.$if(engine === 'mysql', (query) => query.forUpdate()).execute()
}

export function findProvider(db: Db, id: number): Promise<ProviderRow | undefined> {
  return db.selectFrom('campus_providers').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertProvider(db: Db, row: Insertable<CampusProvidersTable>): Promise<number> {
  return insertedId(await db.insertInto('campus_providers').values(row).executeTakeFirstOrThrow())
}

export async function updateProvider(db: Db, id: number, values: Updateable<CampusProvidersTable>): Promise<void> {
  await db.updateTable('campus_providers').set(values).where('id', '=', id).execute()
}

export async function deleteProviders(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('campus_providers').where('id', 'in', ids).execute()
}

/** How many accounts are linked, by provider. */
export async function countIdentities(db: Db, providerIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('campus_identities')
    .select(['provider_id', (eb) => eb.fn.countAll().as('n')])
    .where('provider_id', 'in', providerIds)
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ provider_id, n }) => [provider_id, Number(n)]))
}

type Subject = Pick<IdentityRow, 'provider_id' | 'subject_key'>

export function findIdentity(db: Db, { provider_id, subject_key }: Subject): Promise<IdentityRow | undefined> {
  const found = db.selectFrom('campus_identities').selectAll().where('provider_id', '=', provider_id)
  return found.where('subject_key', '=', subject_key).executeTakeFirst()
}

/** Oldest first. */
export function listIdentitiesOf(db: Db, userId: number): Promise<IdentityRow[]> {
  return db.selectFrom('campus_identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function insertIdentity(db: Db, row: Insertable<CampusIdentitiesTable>): Promise<void> {
  await db.insertInto('campus_identities').values(row).execute()
}

export async function updateIdentity(db: Db, id: number, values: Updateable<CampusIdentitiesTable>): Promise<void> {
  await db.updateTable('campus_identities').set(values).where('id', '=', id).execute()
}

export async function deleteIdentity(db: Db, id: number): Promise<void> {
  await db.deleteFrom('campus_identities').where('id', '=', id).execute()
}

export async function deleteOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('campus_identities').where('user_id', '=', userId).execute()
  await db.deleteFrom('campus_flows').where('user_id', '=', userId).execute()
}

export async function insertFlow(db: Db, row: Insertable<CampusFlowsTable>): Promise<void> {
  await db.insertInto('campus_flows').values(row).execute()
}

export function findFlow(db: Db, keyHash: string): Promise<Selectable<CampusFlowsTable> | undefined> {
  return db.selectFrom('campus_flows').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** False where it was used already. */
export async function deleteFlow(db: Db, keyHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('campus_flows').where('key_hash', '=', keyHash).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteFlowsOf(db: Db, providerId: number): Promise<void> {
  await db.deleteFrom('campus_flows').where('provider_id', '=', providerId).execute()
}

export async function listFlowsBefore(db: Db, time: number, limit: number): Promise<string[]> {
  const old = db.selectFrom('campus_flows').select('key_hash').where('expires_at', '<=', time)
  return (await old.orderBy('expires_at').limit(limit).execute()).map(({ key_hash }) => key_hash)
}

export async function deleteFlows(db: Db, keyHashes: string[]): Promise<void> {
  await db.deleteFrom('campus_flows').where('key_hash', 'in', keyHashes).execute()
}

export async function insertSession(db: Db, row: Insertable<CampusSessionsTable>): Promise<void> {
  await db.insertInto('campus_sessions').values(row).execute()
}

export function findSession(db: Db, sessionId: number): Promise<Selectable<CampusSessionsTable> | undefined> {
  return db.selectFrom('campus_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
}

type SessionNames = Pick<Selectable<CampusSessionsTable>, 'ticket_hash' | 'sid_hash' | 'subject_hash'>

/** The sessions that came from this provider and have all of these names; none where no name is said. */
export async function listSessionsNamed(db: Db, providerId: number, names: Partial<SessionNames>): Promise<number[]> {
  const said = (['ticket_hash', 'sid_hash', 'subject_hash'] as const).filter((name) => names[name])
  if (said.length === 0) return []
  let found = db.selectFrom('campus_sessions').select('session_id').where('provider_id', '=', providerId)
  for (const name of said) found = found.where(name, '=', names[name] ?? '')
  return (await found.execute()).map(({ session_id }) => session_id)
}
