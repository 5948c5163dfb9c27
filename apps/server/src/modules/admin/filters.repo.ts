/** SQL conditions of the back office's filters, written so that an index can answer them. */
import { fromPlainText } from '@shiliu/contract/rich-text'
import { type Expression, type SqlBool, sql } from 'kysely'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { contains } from '#platform/db/like.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { keywordPhrases, titlePhrases } from '#platform/search/tokens.ts'

export type Condition<V = never> = (value: V, search: SearchIndex) => Expression<SqlBool>

/** Exact match; null matches rows without a value. */
export function equals(column: string): Condition<string | number | null> {
  return (value) =>
    value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** Exact match in any of the columns. */
export function anyEquals(...columns: string[]): Condition<number> {
  return (value) => {
    const each = columns.map((column) => sql<SqlBool>`${sql.ref(column)} = ${value}`)
    return sql<SqlBool>`(${sql.join(each, sql` or `)})`
  }
}

/** One of a few values. */
export function oneOf(column: string): Condition<string | readonly string[]> {
  return (value) => {
    const [first, ...more] = typeof value === 'string' ? [value] : value
    if (more.length === 0) return sql<SqlBool>`${sql.ref(column)} = ${first ?? ''}`
    return sql<SqlBool>`${sql.ref(column)} in (${sql.join([first, ...more])})`
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

/** Posts with a tag. */
export function hasTag(): Condition<number> {
  return (value) => sql<SqlBool>`id in (select post_id from post_tags where tag_id = ${value})`
}

/**
 * Full-text match of posts and drafts; of what the index leaves out, since only moderators see it, a substring of title
 * or content. Values without a searchable token fall back to a substring of the title.
 */
export function postMatches(where: 'title' | 'all'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value)
    const inTitle = contains('posts.title', value)
    if (phrases.length === 0) return inTitle
    const wanted = where === 'title' ? titlePhrases(phrases) : phrases
    const [notes, drafts] = (['notes', 'drafts'] as const).map((kind) => search.matches(kind, 'posts.id', wanted))
    const inText = where === 'title' ? inTitle : sql`(${inTitle} or ${contains('posts.content', fromPlainText(value))})`
    const withheld = sql`posts.is_private = 1 and (posts.is_draft = 0 or posts.state = 'deleted') and ${inText}`
    return sql<SqlBool>`(${notes} or ${drafts} or (${withheld}))`
  }
}

/** Substring match of nickname, public id or either, narrowed by the search index, which leaves out hidden accounts. */
export function userMatches(where: 'nickname' | 'user_id' | 'all'): Condition<string> {
  return (value, search) => {
    const phrases = keywordPhrases(value, 'letters')
    const inColumn = contains(where === 'user_id' ? 'users.user_id' : 'users.nickname', value)
    if (phrases.length === 0) return inColumn
    const indexed = search.matches('users', 'users.id', phrases)
    if (where !== 'all') return sql<SqlBool>`((${indexed} or users.is_hidden = 1) and ${inColumn})`
    const inEither = sql`(${inColumn} or ${contains('users.user_id', value)})`
    return sql<SqlBool>`(${indexed} or (users.is_hidden = 1 and ${inEither}))`
  }
}

/** Milliseconds; null, which is no time, matches nothing. */
export function notBefore(column: string): Condition<number | null> {
  return (value) => (value === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} >= ${value}`)
}

/** As `notBefore`. */
export function notAfter(column: string): Condition<number | null> {
  return (value) => (value === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} <= ${value}`)
}

/** `deleted` matches what is in the trash, `visible` the rest. */
export function inTrash(targetType: number): Condition<string> {
  return (value) => {
    const trashed = sql`(select target_id from trash where target_type = ${targetType})`
    if (value !== 'deleted' && value !== 'visible') return sql<SqlBool>`1 = 0`
    return value === 'deleted' ? sql<SqlBool>`id in ${trashed}` : sql<SqlBool>`id not in ${trashed}`
  }
}

/** The ids of accounts in the trash, usually few. */
export const TRASHED_ACCOUNTS = sql`(select target_id from trash where target_type = ${sql.lit(TRASHED.user)})`

export const ofKeptAccount = (column: string) => sql<SqlBool>`${sql.ref(column)} not in ${TRASHED_ACCOUNTS}`

/** As `inTrash` for rows that are in the trash with one of the accounts that these columns name. */
export function withTrashedAccount(...columns: string[]): Condition<string> {
  return (value) => {
    if (value !== 'deleted' && value !== 'visible') return sql<SqlBool>`1 = 0`
    if (value === 'visible') return sql<SqlBool>`(${sql.join(columns.map(ofKeptAccount), sql` and `)})`
    const any = columns.map((column) => sql`${sql.ref(column)} in ${TRASHED_ACCOUNTS}`)
    return sql<SqlBool>`(${sql.join(any, sql` or `)})`
  }
}

/** The state of posts or comments; those of an account in the trash count as deleted. */
export function inState(table: 'posts' | 'comments'): Condition<string> {
  return (value) => {
    if (value !== 'deleted') return sql<SqlBool>`(state = ${value} and ${ofKeptAccount('user_id')})`
    const deleted = sql`select id from ${sql.table(table)} where state = ${value}`
    const ofAccounts = sql`select id from ${sql.table(table)} where user_id in ${TRASHED_ACCOUNTS}`
    // In a table of its own, which is made once and not for each row.
    return sql<SqlBool>`id in (select id from (${deleted} union ${ofAccounts}) as trashed)`
  }
}

/** For `only`: rows without a value. */
export function isNull(column: string): Condition<undefined> {
  return () => sql<SqlBool>`${sql.ref(column)} is null`
}

/** For `only`: rows with a value. */
export function isNotNull(column: string): Condition<undefined> {
  return () => sql<SqlBool>`${sql.ref(column)} is not null`
}
