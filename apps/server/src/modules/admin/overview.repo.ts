import { TARGET } from '@shiliu/contract/limits'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import { ofKeptAccount, TRASHED_ACCOUNTS } from './filters.repo.ts'
import { countTrash } from './monitor.repo.ts'

type Waiting = { count: number; oldest: number | null }

const present = ({ n, oldest }: { n: unknown; oldest: unknown }): Waiting => ({
  count: Number(n),
  oldest: oldest === null ? null : Number(oldest),
})

/** What waits for moderators, and since when the oldest does. */
export async function countWaiting(db: Db) {
  const posts = db
    .selectFrom('posts')
    .select((eb) => [eb.fn.countAll().as('n'), eb.fn.min('updated_at').as('oldest')])
    .where('state', '=', 'pending')
    .where('is_draft', '=', 0)
    .where('author_hidden', '=', 0)
  const comments = db
    .selectFrom('comments')
    .select((eb) => [eb.fn.countAll().as('n'), eb.fn.min('created_at').as('oldest')])
    .where('state', '=', 'pending')
    .where('author_hidden', '=', 0)
  const reports = db
    .selectFrom('report_targets')
    .select((eb) => [eb.fn.countAll().as('n'), eb.fn.min('opened_at').as('oldest')])
    .where('state', '=', 'open')
  const appeals = db
    .selectFrom('appeals')
    .select((eb) => eb.fn.countAll().as('n'))
    .select(sql<number | null>`(select created_at from appeals where state = 'open' order by id limit 1)`.as('oldest'))
    .where('state', '=', 'open')
  return {
    posts: present(await posts.executeTakeFirstOrThrow()),
    comments: present(await comments.executeTakeFirstOrThrow()),
    reports: present(await reports.executeTakeFirstOrThrow()),
    appeals: present(await appeals.executeTakeFirstOrThrow()),
  }
}

/** Without trash. */
export async function countNewSince(db: Db, time: number) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('users').select(fn.countAll().as('n')).where('created_at', '>=', time).as('users'),
      selectFrom('posts')
        .select(fn.countAll().as('n'))
        .where('is_private', '=', 0)
        .where('created_at', '>=', time)
        .as('posts'),
      selectFrom('comments').select(fn.countAll().as('n')).where('created_at', '>=', time).as('comments'),
    ])
    .executeTakeFirstOrThrow()
  return {
    users: Number(row.users) - (await countTrash(db, 'users', time)),
    posts: Number(row.posts),
    comments: Number(row.comments) - (await countTrash(db, 'comments', time)),
  }
}

/** How many people were there on each day, without accounts in the trash, whose days are erased with them. */
export async function countActiveByDay(db: Db, first: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('active_days')
    .select((eb) => ['day', eb.fn.countAll().as('n')])
    .where('day', '>=', first)
    .where(ofKeptAccount('user_id'))
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, n }) => [Number(day), Number(n)]))
}

/** As `countActiveByDay`, on any of these days. */
export async function countActive(db: Db, first: number, last: number): Promise<number> {
  const row = await db
    .selectFrom('active_days')
    .select((eb) => eb.fn.count('user_id').distinct().as('n'))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where(ofKeptAccount('user_id'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The entries with the most reports since a time, without what accounts in the trash wrote. */
export async function listMostReported(db: Db, since: number, limit: number) {
  // Not the bare column, for which SQLite would read the reports of all time in its order.
  const entry = sql<number>`report_target_id + 0`
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('reports')
        .select((eb) => [entry.as('entry_id'), eb.fn.countAll().as('n')])
        .where(
          sql<SqlBool>`report_target_id not in (select id from report_targets where owner_id in ${TRASHED_ACCOUNTS})`,
        )
        .where('created_at', '>=', since)
        .groupBy(entry)
        .orderBy('n', 'desc')
        .limit(limit)
        .as('most'),
    )
    .innerJoin('report_targets as t', 't.id', 'most.entry_id')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 't.target_id').on('t.target_type', '=', TARGET.post))
    .leftJoin('comments', (join) =>
      join.onRef('comments.id', '=', 't.target_id').on('t.target_type', '=', TARGET.comment),
    )
    .leftJoin('users', 'users.id', 't.owner_id')
    .select(['t.id', 't.target_type', 't.state', 'most.n', 'posts.title', 'comments.content', 'users.nickname'])
    .orderBy('most.n', 'desc')
    .execute()
  return rows.map(({ n, ...row }) => ({ ...row, count: Number(n) }))
}

/** The accounts with the most reports about them and what they wrote since a time, without those in the trash. */
export async function listMostReportedAccounts(db: Db, since: number, limit: number) {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('reports')
        .innerJoin('report_targets as t', 't.id', 'reports.report_target_id')
        .select((eb) => ['t.owner_id', eb.fn.countAll().as('n')])
        .where(ofKeptAccount('t.owner_id'))
        .where('reports.created_at', '>=', since)
        .groupBy('t.owner_id')
        .orderBy('n', 'desc')
        .limit(limit)
        .as('most'),
    )
    .innerJoin('users', 'users.id', 'most.owner_id')
    .select(['users.id', 'users.user_id', 'users.nickname', 'most.n'])
    .orderBy('most.n', 'desc')
    .execute()
  return rows.map(({ n, ...row }) => ({ ...row, count: Number(n) }))
}

/** The newest accounts since a time, without those in the trash. */
export async function listNewAccounts(db: Db, since: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('created_at', '>=', since)
    .where(ofKeptAccount('id'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** From where these accounts signed in. */
export async function listAddressesOf(db: Db, userIds: number[]) {
  const accounts = userIds.map((id) => `user:${id}`)
  const some = await Promise.all(
    chunks(accounts).map((chunk) =>
      db
        .selectFrom('addresses')
        .select(['account', 'address'])
        .where('account', 'in', chunk)
        .where('kind', '=', 'session')
        .execute(),
    ),
  )
  return some.flat()
}
