/**
 * The full-text search of both engines; finds any substring of one or more CJK characters, and Latin words by their
 * beginning.
 */
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/client.ts'
import type { SearchEntry } from './tokens.ts'

/** Published posts, drafts (for their authors only), and users by any part of nickname or public id. */
export type SearchKind = 'notes' | 'drafts' | 'users'

/** A range of the matches: the `most` highest ids below `below`, skipping `from` matches and the ids in `except`. */
export type Newest = { most: number; from?: number; below?: number; except?: readonly number[] }

/** Phrases (`keywordPhrases`, `titlePhrases`, `labelOf` …) that a document must all contain; at least one. */
export type Phrases = readonly string[]

export type SearchIndex = {
  /** Adds or replaces documents, within the transaction of `db`. */
  put(db: Db, kind: SearchKind, entries: readonly SearchEntry[]): Promise<void>
  remove(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void>
  /** The condition that the document whose id is in `column` (such as `posts.id`) matches, for a repo's `where`. */
  matches(kind: SearchKind, column: string, phrases: Phrases): Expression<SqlBool>
  /**
   * As `matches`, for a query that walks an index of the other table until it has enough. `common`: for phrases that so
   * many documents match that each is asked for alone; otherwise all matches are listed first.
   */
  matchesInOrder(kind: SearchKind, column: string, phrases: Phrases, common: boolean): Expression<SqlBool>
  /** Ids of matches, highest first, and the total within `below` and `except`. */
  newest(db: Db, kind: SearchKind, phrases: Phrases, range: Newest): Promise<{ ids: number[]; total: number }>
  /** As `newest` without the total. */
  newestIds(db: Db, kind: SearchKind, phrases: Phrases, range: Newest): Promise<number[]>
  countMatches(db: Db, kind: SearchKind, phrases: Phrases): Promise<number>
  /** The newest matches as a derived table with the columns `id` and `total`, which is null where it costs extra. */
  newestTable(kind: SearchKind, phrases: Phrases, most: number): RawBuilder<{ id: number; total: number | null }>
  /** How many below an id match, and which of some documents below it: in one pass over them, however many they are. */
  countAmong(
    db: Db,
    kind: SearchKind,
    phrases: Phrases,
    below: number,
    ids: RawBuilder<unknown>,
  ): Promise<{ ids: number[]; total: number }>
  /** Ids of the matches from an id on, up to another, in no particular order. */
  idsFrom(db: Db, kind: SearchKind, phrases: Phrases, from: number, below?: number): Promise<number[]>
  /**
   * Does a small part of putting the index in order, within the transaction of `db`; returns whether more is left.
   * Writes leave it in pieces, which makes finding common words several times as slow. `first` begins anew.
   */
  tidy(db: Db, kind: SearchKind, first: boolean): Promise<boolean>
  list(db: Db, kind: SearchKind, after: number, most: number): Promise<number[]>
  count(db: Db, kind: SearchKind): Promise<number>
}

export const GRANULARITY = { notes: 'words', drafts: 'words', users: 'letters' } as const
