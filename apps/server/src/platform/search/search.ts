/** Full-text search as the modules see it: any substring of one or more CJK characters, behind either engine. */
import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../db/client.ts'
import type { SearchEntry } from './tokens.ts'

/**
 * `notes` are published notes, `drafts` are found by their authors only; `users` are found by any part of nickname or
 * public id.
 */
export type SearchKind = 'notes' | 'drafts' | 'users'

/** Which of the documents found: the `most` with the highest ids, below one of them, without some. */
export type Newest = { most: number; from?: number; below?: number; except?: readonly number[] }

/** Phrases of tokens (`keywordPhrases`, `inTitle`, `labelOf`), of which a document must hold all; at least one. */
export type Phrases = readonly string[]

export type SearchIndex = {
  /** Makes documents findable, instead of what was known under their ids. Joins the transaction of `db`. */
  put(db: Db, kind: SearchKind, entries: readonly SearchEntry[]): Promise<void>
  /** Makes these unfindable. */
  remove(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void>
  /** The condition that the document whose id is in `column` (`posts.id`) is found, for a repo's `where`. */
  matches(kind: SearchKind, column: string, phrases: Phrases): Expression<SqlBool>
  /** Ids of documents found, the highest first, and the number of all that would fit `below` and `except`. */
  newest(db: Db, kind: SearchKind, phrases: Phrases, range: Newest): Promise<{ ids: number[]; total: number }>
  /** Ids of all documents above `after`, ascending, at most `most`. */
  list(db: Db, kind: SearchKind, after: number, most: number): Promise<number[]>
  count(db: Db, kind: SearchKind): Promise<number>
}

/** How the documents of a kind are cut into tokens. */
export const GRAIN = { notes: 'words', drafts: 'words', users: 'letters' } as const
