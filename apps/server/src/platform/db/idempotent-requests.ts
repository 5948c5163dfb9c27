/** The first answers of requests with an `Idempotency-Key` (docs/decisions/031-idempotency-keys.md). */
import { IDEMPOTENCY } from '@shiliu/contract/limits'
import type { Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './client.ts'
import { isLockTimeout, isUniqueViolation } from './errors.ts'
import { deleteInBatches } from './rows.ts'
import type { IdempotentRequestsTable } from './schema.ts'

type Row = Selectable<IdempotentRequestsTable>
export type RequestId = Pick<Row, 'account' | 'request_key'>

/** The request that used this key before. */
export function findRequest(
  db: Db,
  { account, request_key }: RequestId,
): Promise<Pick<Row, 'fingerprint' | 'answer'> | undefined> {
  return db
    .selectFrom('idempotent_requests')
    .select(['fingerprint', 'answer'])
    .where('account', '=', account)
    .where('request_key', '=', request_key)
    .executeTakeFirst()
}

/**
 * Records the request in the transaction of its write; another with the same key waits for its end (5 s on MySQL).
 * Says why it cannot: `answered` already, or still `running`.
 */
export async function insertRequest(
  db: Db,
  request: RequestId & Pick<Row, 'fingerprint' | 'created_at'>,
): Promise<'inserted' | 'answered' | 'running'> {
  try {
    await db
      .insertInto('idempotent_requests')
      .values({ ...request, answer: '' })
      .execute()
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error)) return 'answered'
    if (isLockTimeout(error)) return 'running'
    throw error
  }
}

/** Stores the answer that repetitions of the request get. */
export async function updateAnswer(db: Db, { account, request_key }: RequestId, answer: string): Promise<void> {
  await db
    .updateTable('idempotent_requests')
    .set({ answer })
    .where('account', '=', account)
    .where('request_key', '=', request_key)
    .execute()
}

/** Part of deleting an account. */
export async function deleteRequestsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('account', '=', `user:${userId}`).execute()
}

/** Deletes what is older than keys are good for. Called by a timer. */
export async function purgeRequests({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = clock.now() - IDEMPOTENCY.keepMs
  const old = db.selectFrom('idempotent_requests').select('id').where('created_at', '<', before).orderBy('created_at')
  await deleteInBatches(
    async (limit) => (await old.limit(limit).execute()).map(({ id }) => id),
    async (ids) => void (await db.deleteFrom('idempotent_requests').where('id', 'in', ids).execute()),
  )
}
