/** Full-text search as the modules see it: any substring of one or more CJK characters, behind either engine. */
import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../db/client.ts'

export type SearchKind = 'posts' | 'users'

export type SearchIndex = {
  /** Makes `id` findable by any phrase of these texts; a phrase never spans two of them. Joins the transaction of `db`. */
  put(db: Db, kind: SearchKind, id: number, texts: readonly string[]): Promise<void>
  /** Makes these unfindable. */
  remove(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void>
  /**
   * The condition that the document whose id is in `column` (`posts.id`) holds all words of `keyword`, for a repo's
   * `where`; null where the keyword holds nothing that can be searched.
   */
  matches(kind: SearchKind, column: string, keyword: string): Expression<SqlBool> | null
}
