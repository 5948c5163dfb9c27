import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { MailLoginTable, MailOutboxTable } from '#platform/db/mail-schema.ts'

export type MailRow = Selectable<MailOutboxTable>

export async function insertMail(db: Db, mail: Insertable<MailOutboxTable>): Promise<void> {
  await db.insertInto('mail_outbox').values(mail).execute()
}

export async function countMailTo(
  db: Db,
  recipientKey: string,
  kinds: readonly string[],
  since: number,
): Promise<number> {
  const { n } = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('recipient_key', '=', recipientKey)
    .where('created_at', '>', since)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What waits for its turn; first what is worth nothing first. */
export function findDue(db: Db, now: number, onlyTests: boolean): Promise<MailRow | undefined> {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .$if(onlyTests, (due) => due.where('kind', '=', 'test'))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether one is being sent now. */
export async function isOneHeld(db: Db, now: number): Promise<boolean> {
  const held = db.selectFrom('mail_outbox').select('id').where('state', '=', 'waiting').where('lease_until', '>', now)
  return (await held.limit(1).executeTakeFirst()) !== undefined
}

export async function claimMail(db: Db, id: number, node: string, leaseUntil: number): Promise<void> {
  await db.updateTable('mail_outbox').set({ node, lease_until: leaseUntil }).where('id', '=', id).execute()
}

/** What became of a mail that this node holds. */
export async function endTurn(db: Db, id: number, node: string, values: Updateable<MailOutboxTable>): Promise<void> {
  const end = { ...values, node: null, lease_until: 0 }
  await db.updateTable('mail_outbox').set(end).where('id', '=', id).where('node', '=', node).execute()
}

/** Those that failed by the server's fault wait no longer. */
export async function endPauses(db: Db, now: number): Promise<void> {
  const paused = db.updateTable('mail_outbox').set({ next_at: now }).where('state', '=', 'waiting')
  await paused.where('fault', '=', 'server').where('next_at', '>', now).execute()
}

/** The last one that the server was to blame for, or took. */
export function findLastTried(db: Db): Promise<Pick<MailRow, 'fault' | 'problem'> | undefined> {
  return db
    .selectFrom('mail_outbox')
    .select(['fault', 'problem'])
    .where('tried_at', 'is not', null)
    .where(({ eb, or }) => or([eb('fault', 'is', null), eb('fault', '=', 'server')]))
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countByState(db: Db): Promise<Map<MailRow['state'], number>> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, n }) => [state, Number(n)]))
}

export function listNewestOfKind(db: Db, kind: string, limit: number): Promise<MailRow[]> {
  const rows = db.selectFrom('mail_outbox').selectAll().where('kind', '=', kind)
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function listIdsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('mail_outbox').select('id').where('created_at', '<', time)
  return (await old.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteMail(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', 'in', ids).execute()
}

export async function deleteMailOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mail_outbox').where('user_id', '=', userId).execute()
}

export function findLogin(db: Db): Promise<Selectable<MailLoginTable> | undefined> {
  return db.selectFrom('mail_login').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Replaces the one there was; null leaves none. */
export async function replaceLogin(db: Db, login: Insertable<MailLoginTable> | null): Promise<void> {
  await db.deleteFrom('mail_login').execute()
  if (login) await db.insertInto('mail_login').values(login).execute()
}
