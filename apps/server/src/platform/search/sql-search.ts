/** The search index within the SQL engine: FTS5 on SQLite, FULLTEXT on MySQL (platform/db/search-table.ts). */
import { type SqlBool, sql } from 'kysely'
import type { Engine } from '../db/columns.ts'
import type { SearchIndex, SearchKind } from './search.ts'
import { documentTokens, type Grain, keywordPhrases } from './tokens.ts'

const TABLE = {
  posts: 'search_posts',
  users: 'search_users',
  authors: 'search_authors',
} as const satisfies Record<SearchKind, string>
const GRAIN: Record<SearchKind, Grain> = { posts: 'words', users: 'letters', authors: 'words' }

export function sqlSearch(engine: Engine): SearchIndex {
  const idColumn = sql.ref(engine === 'sqlite' ? 'rowid' : 'id')
  const table = (kind: SearchKind) => sql.table(TABLE[kind])

  const index: SearchIndex = {
    async put(db, kind, id, texts) {
      await index.remove(db, kind, [id])
      const tokens = documentTokens(texts, GRAIN[kind])
      await sql`insert into ${table(kind)} (${idColumn}, tokens) values (${id}, ${tokens})`.execute(db)
    },
    async remove(db, kind, ids) {
      if (ids.length === 0) return
      await sql`delete from ${table(kind)} where ${idColumn} in (${sql.join(ids)})`.execute(db)
    },
    matches(kind, column, keyword, how = 'all') {
      const phrases = keywordPhrases(keyword, GRAIN[kind])
      if (phrases.length === 0) return null
      const [joint, sign] = how === 'all' ? [' AND ', '+'] : [' OR ', '']
      const found =
        engine === 'sqlite'
          ? sql`select rowid from ${table(kind)} where ${table(kind)} match ${phrases.map((p) => `"${p}"`).join(joint)}`
          : sql`select id from ${table(kind)} where match(tokens) against (${phrases.map((p) => `${sign}"${p}"`).join(' ')} in boolean mode)`
      return sql<SqlBool>`${sql.ref(column)} in (${found})`
    },
  }
  return index
}
