import { TARGET } from '@shiliu/contract/limits'
import { MODERATION_STATES, type ModerationState } from '@shiliu/contract/moderation'
import { sql } from 'kysely'
import type { ContentType } from '#modules/moderation/targets.service.ts'
import type { Db } from '#platform/db/client.ts'
import { isAfter } from '#platform/db/cursor.ts'

/** The key of an item in the list: newest first, notes before comments of the same time. */
export type WithheldKey = [createdAt: number, targetType: number, id: number]

export type WithheldRow = {
  target_type: ContentType
  id: number
  /** Of a comment, the note it is below. */
  post_id: number
  created_at: number
  state: ModerationState
  state_reason: string | null
  appealed: number
  purge_at: number | null
}

const WITHHELD = MODERATION_STATES.filter((state) => state !== 'visible')
const TABLES = { [TARGET.post]: 'posts', [TARGET.comment]: 'comments' } as const

/** What its author deleted is not listed. A subquery: for a join MariaDB reads the whole trash. */
const deletedByOthers = (type: ContentType, userId: number) => {
  const id = sql.ref(`${TABLES[type]}.id`)
  const actor = sql`(select actor from trash where trash.target_type = ${type} and trash.target_id = ${id} limit 1)`
  return sql<boolean>`${actor} <> ${`user:${userId}`}`
}

const ofUser = (db: Db, type: ContentType, userId: number, state: ModerationState) =>
  db
    .selectFrom(TABLES[type])
    .where('user_id', '=', userId)
    .where('state', '=', state)
    .$if(state === 'deleted', (query) => query.where(deletedByOthers(type, userId)))

/** How many there are of a user, or of the user's comments below a post. */
export async function countWithheld(db: Db, userId: number, postId?: number): Promise<number> {
  const types: ContentType[] = postId === undefined ? [TARGET.post, TARGET.comment] : [TARGET.comment]
  const counts = types.flatMap((type) =>
    WITHHELD.map((state) =>
      ofUser(db, type, userId, state)
        .$if(postId !== undefined, (query) => query.where(sql.ref('comments.post_id'), '=', postId))
        .select((eb) => eb.fn.countAll().as('n')),
    ),
  )
  const [first, ...others] = counts
  const rows = first ? await others.reduce((all, one) => all.unionAll(one), first).execute() : []
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}

/** The first rows after a key, newest first. Reads the head of one index range for each kind and state. */
export async function listWithheld(
  db: Db,
  userId: number,
  { after, limit, postId }: { after: WithheldKey | undefined; limit: number; postId: number | undefined },
): Promise<WithheldRow[]> {
  const types: ContentType[] = postId === undefined ? [TARGET.post, TARGET.comment] : [TARGET.comment]
  const heads = types.flatMap((type) =>
    WITHHELD.map((state) => {
      const table = TABLES[type]
      const head = ofUser(db, type, userId, state)
        .select([`${table}.id`, 'created_at', 'state', 'state_reason', 'appealed'])
        .select(sql<number>`${sql.lit(type)}`.as('target_type'))
        .select(sql.ref<number>(type === TARGET.post ? 'posts.id' : 'comments.post_id').as('post_id'))
        .select(purgeAt(type, state).as('purge_at'))
        .$if(postId !== undefined, (query) => query.where(sql.ref('comments.post_id'), '=', postId))
        .$if(after !== undefined, (query) => query.where(isAfterKey(table, type, after as WithheldKey)))
        .orderBy('created_at', 'desc')
        .orderBy(`${table}.id`, 'desc')
        .limit(limit)
      return db.selectFrom(head.as('head')).selectAll()
    }),
  )
  const [first, ...others] = heads
  if (!first) return []
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute()
  return (rows as WithheldRow[])
    .toSorted((a, b) => b.created_at - a.created_at || a.target_type - b.target_type || b.id - a.id)
    .slice(0, limit)
}

function purgeAt(type: ContentType, state: ModerationState) {
  if (state !== 'deleted') return sql<number | null>`null`
  const id = sql.ref(`${TABLES[type]}.id`)
  return sql<
    number | null
  >`(select purge_at from trash where trash.target_type = ${type} and trash.target_id = ${id} limit 1)`
}

function isAfterKey(table: string, type: ContentType, [createdAt, lastType, lastId]: WithheldKey) {
  // Of the same time: notes come first.
  const id = type === lastType ? lastId : type > lastType ? Number.MAX_SAFE_INTEGER : 0
  return isAfter(`${table}.created_at`, `${table}.id`, [createdAt, id])
}
