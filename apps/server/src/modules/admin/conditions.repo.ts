/** What the filters of the back office's tables ask of a row, each as an index answers it best. */
import { fromPlainText } from '@shiliu/contract/rich-text'
import { type Expression, type SqlBool, sql } from 'kysely'
import { contains } from '#platform/db/contains.ts'
import { keyOf } from '#platform/db/rows.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { inTitle, keywordPhrases } from '#platform/search/tokens.ts'

/** The condition that a filter's value makes. */
export type Condition<V = never> = (value: V, search: SearchIndex) => Expression<SqlBool>

/** The column holds exactly this; null asks for the rows without. */
export function is(column: string): Condition<string | number | null> {
  return (value) =>
    value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** One of the columns holds exactly this. */
export function isOneOf(...columns: string[]): Condition<number> {
  return (value) => {
    const each = columns.map((column) => sql<SqlBool>`${sql.ref(column)} = ${value}`)
    return sql<SqlBool>`(${sql.join(each, sql` or `)})`
  }
}

/** The column's text has this in it. Reads every row: for small tables, and beside a condition that an index answers. */
export function has(column: string): Condition<string> {
  return (value) => contains(column, value)
}

/** As `has`, for a column of rich text: what a person typed is looked for in its stored form. */
export function says(column: string): Condition<string> {
  return (value) => contains(column, fromPlainText(value))
}

/** The column, which holds users' ids, names the user of this 小石榴号. */
export function ofUser(column: string): Condition<string> {
  return (value) => sql<SqlBool>`${sql.ref(column)} = (select id from users where user_id_key = ${keyOf(value)})`
}

/** A note or draft with these words, in its title or anywhere. What cannot be searched for is looked for in the titles. */
export function noteWith(where: 'title' | 'anywhere'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value)
    if (phrases.length === 0) return contains('posts.title', value)
    const wanted = where === 'title' ? inTitle(phrases) : phrases
    const [notes, drafts] = (['notes', 'drafts'] as const).map((kind) => search.matches(kind, 'posts.id', wanted))
    return sql<SqlBool>`(${notes} or ${drafts})`
  }
}

/** A user whose nickname or 小石榴号, or either, has this in it. */
export function userCalled(where: 'nickname' | 'user_id' | 'anywhere'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value, 'letters')
    const named = contains(where === 'user_id' ? 'users.user_id' : 'users.nickname', value)
    if (phrases.length === 0) return named
    const found = search.matches('users', 'users.id', phrases)
    return where === 'anywhere' ? found : sql<SqlBool>`(${found} and ${named})`
  }
}

/** The column holds something. */
export function isThere(column: string): Condition<undefined> {
  return () => sql<SqlBool>`${sql.ref(column)} is not null`
}
