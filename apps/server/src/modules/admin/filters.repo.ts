/** SQL conditions of the back office's filters, written so that an index can answer them. */
import { fromPlainText } from '@shiliu/contract/rich-text'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SearchIndex } from '#platform/search/search.ts'
import { keywordPhrases, titlePhrases } from '#platform/search/tokens.ts'

export type Condition<V = never> = (value: V, search: SearchIndex) => Expression<SqlBool>

/** Exact match; null matches rows without a value. */
export function equals(column: string): Condition<string | number | null> {
  return (value) =>
    value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

export function anyEquals(...columns: string[]): Condition<number> {
  return (value) => {
    const each = columns.map((column) => sql<SqlBool>`${sql.ref(column)} = ${value}`)
    return sql<SqlBool>`(${sql.join(each, sql` or `)})`
  }
}

/** Substring match. Scans the table: only for small tables, or next to a condition that uses an index. */
export function containsText(column: string): Condition<string> {
  return (value) => contains(column, value)
}

/** As `containsText` for a rich-text column: the value is encoded like the stored text. */
export function containsRichText(column: string): Condition<string> {
  return (value) => contains(column, fromPlainText(value))
}

/** Matches rows of the users whose public id contains the text. */
export function belongsToUser(column: string): Condition<string> {
  const matches = userMatches('user_id')
  return (value, search) =>
    sql<SqlBool>`${sql.ref(column)} in (select users.id from users where ${matches(value, search)})`
}

/** Full-text match of posts and drafts. Values without a searchable token fall back to a substring of the title. */
export function postMatches(where: 'title' | 'all'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value)
    if (phrases.length === 0) return contains('posts.title', value)
    const wanted = where === 'title' ? titlePhrases(phrases) : phrases
    const [notes, drafts] = (['notes', 'drafts'] as const).map((kind) => search.matches(kind, 'posts.id', wanted))
    return sql<SqlBool>`(${notes} or ${drafts})`
  }
}

/** Substring match of nickname, public id or either, narrowed by the search index. */
export function userMatches(where: 'nickname' | 'user_id' | 'all'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value, 'letters')
    const inColumn = contains(where === 'user_id' ? 'users.user_id' : 'users.nickname', value)
    if (phrases.length === 0) return inColumn
    const indexed = search.matches('users', 'users.id', phrases)
    return where === 'all' ? indexed : sql<SqlBool>`(${indexed} and ${inColumn})`
  }
}

export function isNotNull(column: string): Condition<undefined> {
  return () => sql<SqlBool>`${sql.ref(column)} is not null`
}

function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`
}
