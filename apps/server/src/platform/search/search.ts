/** Full-text search as the modules see it: any substring of one or more CJK characters, behind either engine. */
import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../db/client.ts'

/** `users` are found by any part of nickname or public id; `authors` by words of the nickname, as notes are. */
export type SearchKind = 'posts' | 'users' | 'authors'

export type SearchIndex = {
  /** Makes `id` findable by any phrase of these texts; a phrase never spans two of them. Joins the transaction of `db`. */
  put(db: Db, kind: SearchKind, id: number, texts: readonly string[]): Promise<void>
  /** Makes these unfindable. */
  remove(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void>
  /**
   * The condition that the document whose id is in `column` (`posts.id`) holds all words of `keyword`, or any of them,
   * for a repo's `where`; null where the keyword holds nothing that can be searched.
   */
  matches(kind: SearchKind, column: string, keyword: string, how?: 'all' | 'any'): Expression<SqlBool> | null
}
