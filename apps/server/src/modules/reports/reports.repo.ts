import { TARGET } from '@shiliu/contract/limits'
import type { ReportReason } from '@shiliu/contract/reports'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import type { ReportNotesTable, ReportsTable, ReportTargetsTable } from '#platform/db/moderation-schema.ts'
import { offset } from '#platform/db/pagination.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type TargetRow = Selectable<ReportTargetsTable>
export type ReportFilter = {
  state?: TargetRow['state'] | undefined
  target_type?: number | undefined
  reason?: ReportReason | undefined
}

export function findTarget(db: Db, id: number): Promise<TargetRow | undefined> {
  return db.selectFrom('report_targets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the entry until the transaction ends. */
export function lockTarget(db: Db, engine: Engine, id: number): Promise<TargetRow | undefined> {
  return db
    .selectFrom('report_targets')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export function lockTargetOf(
  db: Db,
  engine: Engine,
  targetType: number,
  targetId: number,
): Promise<TargetRow | undefined> {
  return db
    .selectFrom('report_targets')
    .selectAll()
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function insertTarget(db: Db, target: Insertable<ReportTargetsTable>): Promise<number> {
  return insertedId(await db.insertInto('report_targets').values(target).executeTakeFirstOrThrow())
}

export async function updateTarget(db: Db, id: number, values: Updateable<ReportTargetsTable>): Promise<void> {
  await db.updateTable('report_targets').set(values).where('id', '=', id).execute()
}

/** The report of this person about this target. */
export async function findReportOf(
  db: Db,
  targetType: number,
  targetId: number,
  reporterId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('report_targets')
    .innerJoin('reports', 'reports.report_target_id', 'report_targets.id')
    .select('reports.id')
    .where('report_targets.target_type', '=', targetType)
    .where('report_targets.target_id', '=', targetId)
    .where('reports.reporter_id', '=', reporterId)
    .executeTakeFirst()
  return row?.id
}

export async function insertReport(db: Db, report: Insertable<ReportsTable>): Promise<number> {
  return insertedId(await db.insertInto('reports').values(report).executeTakeFirstOrThrow())
}

/** How many that wait for an answer are of active accounts registered before a time, up to `most`. */
export async function countTrusted(db: Db, entryId: number, registeredBefore: number, most: number): Promise<number> {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select('reports.id')
    .where('reports.report_target_id', '=', entryId)
    .where('reports.is_told', '=', 0)
    .where('users.created_at', '<=', registeredBefore)
    .where('users.is_active', '=', 1)
    .limit(most)
    .execute()
  return rows.length
}

/** Those who reported and were not told what became of it. */
export async function listUntold(db: Db, entryIds: number[]) {
  const rows = await db
    .selectFrom('reports')
    .select(['report_target_id', 'reporter_id'])
    .where('report_target_id', 'in', entryIds)
    .where('is_told', '=', 0)
    .execute()
  return rows.flatMap(({ report_target_id, reporter_id }) =>
    reporter_id === null ? [] : { report_target_id, reporter_id },
  )
}

export async function setTold(db: Db, entryIds: number[], told: 0 | 1): Promise<void> {
  await db.updateTable('reports').set({ is_told: told }).where('report_target_id', 'in', entryIds).execute()
}

/** Locks the open entries of these until the transaction ends. */
export async function lockOpenOf(
  db: Db,
  engine: Engine,
  targetType: number,
  targetIds: number[],
): Promise<TargetRow[]> {
  const found: TargetRow[] = []
  for (const some of chunks(targetIds)) {
    const of = db.selectFrom('report_targets').selectAll().where('target_type', '=', targetType)
    const open = of.where('target_id', 'in', some).where('state', '=', 'open')
    found.push(...(await open.$if(engine === 'mysql', (query) => query.forUpdate()).execute()))
  }
  return found
}

/** Resolves entries that are open. */
export async function resolveTargets(
  db: Db,
  ids: number[],
  result: Pick<TargetRow, 'outcome' | 'action_id' | 'resolved_by' | 'resolved_at'>,
): Promise<void> {
  await db
    .updateTable('report_targets')
    .set({ state: 'resolved', hidden_by_action_id: null, ...result })
    .set((eb) => ({ resolutions: eb('resolutions', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** What notes and accounts are called. */
export async function listNames(db: Db, postIds: number[], userIds: number[]) {
  const columns = ['id', 'title', 'is_private', 'updated_at'] as const
  const posts = db.selectFrom('posts').select(columns).where('id', 'in', postIds)
  const users = db.selectFrom('users').select(['id', 'nickname as name']).where('id', 'in', userIds)
  return {
    posts: new Map((postIds.length === 0 ? [] : await posts.execute()).map((post) => [post.id, post])),
    users: new Map((userIds.length === 0 ? [] : await users.execute()).map(({ id, name }) => [id, name])),
  }
}

/** How often moderators rejected, hid or deleted what this account wrote, and how much of it was reported. */
export async function countRecord(db: Db, userId: number): Promise<{ decisions: number; reported: number }> {
  const decided = (table: 'posts' | 'comments', type: number) =>
    db
      .selectFrom(table)
      .innerJoin('moderation_changes as c', (join) =>
        join.onRef('c.target_id', '=', `${table}.id`).on('c.target_type', '=', type),
      )
      .innerJoin('moderation_actions as a', 'a.id', 'c.action_id')
      .select((eb) => eb.fn.countAll().as('n'))
      .where(`${table}.user_id`, '=', userId)
      .where('a.action', 'in', ['reject', 'hide', 'delete'])
      .where('a.actor', 'like', 'admin:%')
      .where('a.undone_at', 'is', null)
      .executeTakeFirstOrThrow()
  const reported = db
    .selectFrom('report_targets')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('owner_id', '=', userId)
  const [posts, comments] = [await decided('posts', TARGET.post), await decided('comments', TARGET.comment)]
  const { n } = await reported.executeTakeFirstOrThrow()
  return { decisions: Number(posts.n) + Number(comments.n), reported: Number(n) }
}

/** Not `exists`, for which MariaDB reads all reports of the reason first. */
const byReason = (entry: string, reason: ReportReason) =>
  sql<boolean>`(select 1 from reports where reports.report_target_id = ${sql.ref(entry)} and reports.reason = ${reason} limit 1) = 1`

export async function countTargets(db: Db, { state, target_type, reason }: ReportFilter): Promise<number> {
  const row = await db
    .selectFrom('report_targets')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('state', 'in', state ? [state] : ['open', 'resolved'])
    .$if(target_type !== undefined, (query) => query.where('target_type', '=', Number(target_type)))
    .$if(reason !== undefined, (query) => query.where(byReason('report_targets.id', reason as ReportReason)))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Open ones first, the most reported first. */
export async function listTargetIds(
  db: Db,
  { state, target_type, reason }: ReportFilter,
  page: { page: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('report_targets')
    .select('id')
    .$if(state !== undefined, (query) => query.where('state', '=', state as TargetRow['state']))
    .$if(target_type !== undefined, (query) => query.where('target_type', '=', Number(target_type)))
    .$if(reason !== undefined, (query) => query.where(byReason('report_targets.id', reason as ReportReason)))
    .orderBy('state')
    .orderBy('count', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map(({ id }) => id)
}

export function listTargets(db: Db, ids: number[]) {
  return db
    .selectFrom('report_targets')
    .leftJoin('admins', 'admins.id', 'report_targets.assigned_admin_id')
    .selectAll('report_targets')
    .select('admins.username as assigned_name')
    .select((eb) =>
      eb
        .selectFrom('reports')
        .select('reports.created_at')
        .whereRef('reports.report_target_id', '=', 'report_targets.id')
        .orderBy('reports.id')
        .limit(1)
        .as('first_reported_at'),
    )
    .where('report_targets.id', 'in', ids)
    .execute()
}

/** How often each reason was given. */
export async function countReasons(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('reports')
    .select((eb) => ['report_target_id', 'reason', eb.fn.countAll().as('n')])
    .where('report_target_id', 'in', ids)
    .groupBy(['report_target_id', 'reason'])
    .execute()
  return rows.map(({ n, ...row }) => ({ ...row, count: Number(n) }))
}

export function listReports(db: Db, entryId: number, limit: number) {
  return db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.reporter_id')
    .select(['reports.id', 'reports.reason', 'reports.text', 'reports.created_at'])
    .select(['users.id as reporter_id', 'users.user_id as reporter_account', 'users.nickname'])
    .where('reports.report_target_id', '=', entryId)
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertNote(db: Db, note: Insertable<ReportNotesTable>): Promise<void> {
  await db.insertInto('report_notes').values(note).execute()
}

export function listNotes(db: Db, entryId: number): Promise<Selectable<ReportNotesTable>[]> {
  return db.selectFrom('report_notes').selectAll().where('report_target_id', '=', entryId).orderBy('id').execute()
}

/** The entries that an action resolved. */
export async function listResolvedBy(db: Db, actionId: number) {
  const columns = ['id', 'target_type', 'target_id'] as const
  return db.selectFrom('report_targets').select(columns).where('action_id', '=', actionId).execute()
}

/** What was reported about this and resolved as deleted. */
export async function listDeletedOf(db: Db, targetType: number, targetId: number): Promise<number[]> {
  const rows = db.selectFrom('report_targets').select('id').where('target_type', '=', targetType)
  const deleted = rows.where('target_id', '=', targetId).where('state', '=', 'resolved').where('outcome', '=', 'delete')
  return (await deleted.execute()).map(({ id }) => id)
}

/** Those who reported are told again once it is resolved. */
export async function reopenTargets(db: Db, ids: number[], now: number): Promise<void> {
  const nothing = { outcome: null, action_id: null, resolved_by: null, resolved_at: null }
  const values = { state: 'open', opened_at: now, ...nothing } as const
  await db.updateTable('report_targets').set(values).where('id', 'in', ids).execute()
}
