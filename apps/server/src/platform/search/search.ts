/** The full-text search of both engines; finds any substring of one or more CJK characters. */
import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../db/client.ts'
import type { SearchEntry } from './tokens.ts'

/** Published posts, drafts (for their authors only), and users by any part of nickname or public id. */
export type SearchKind = 'notes' | 'drafts' | 'users'

/** A range of the matches: the `most` highest ids below `below`, skipping `from` matches and the ids in `except`. */
export type Newest = { most: number; from?: number; below?: number; except?: readonly number[] }

/** Phrases (`keywordPhrases`, `titlePhrases`, `labelOf`) that a document must all contain; at least one. */
export type Phrases = readonly string[]

export type SearchIndex = {
  /** Adds or replaces documents, within the transaction of `db`. */
  put(db: Db, kind: SearchKind, entries: readonly SearchEntry[]): Promise<void>
  remove(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void>
  /** The condition that the document whose id is in `column` (such as `posts.id`) matches, for a repo's `where`. */
  matches(kind: SearchKind, column: string, phrases: Phrases): Expression<SqlBool>
  /** Ids of matches, highest first, and the total within `below` and `except`. */
  newest(db: Db, kind: SearchKind, phrases: Phrases, range: Newest): Promise<{ ids: number[]; total: number }>
  list(db: Db, kind: SearchKind, after: number, most: number): Promise<number[]>
  count(db: Db, kind: SearchKind): Promise<number>
}

export const GRANULARITY = { notes: 'words', drafts: 'words', users: 'letters' } as const
