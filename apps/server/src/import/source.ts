/** Reads the database of the site before: only reads it, in batches by primary key, each with a deadline. */
import { type Connection, createConnection } from 'mysql2/promise'

/** What is wrong with the old database, in words for whoever runs the import. */
export class SourceError extends Error {}

/** Columns that the import reads; those in `times` as seconds since 1970. */
const TABLES = {
  users: {
    columns: [
      ...['password', 'user_id', 'nickname', 'avatar', 'bio', 'location', 'is_active', 'gender', 'zodiac_sign'],
      ...['mbti', 'education', 'major', 'interests'],
    ],
    times: ['last_login_at', 'created_at', 'updated_at'],
  },
  admin: { columns: ['username', 'password'], times: ['created_at'] },
  categories: { columns: ['name', 'category_title'], times: ['created_at'] },
  tags: { columns: ['name'], times: ['created_at'] },
  posts: {
    columns: ['user_id', 'title', 'content', 'category_id', 'view_count', 'is_draft'],
    times: ['created_at'],
  },
  post_images: { columns: ['post_id', 'image_url'], times: [] },
  post_tags: { columns: ['post_id', 'tag_id'], times: [] },
  comments: { columns: ['post_id', 'user_id', 'parent_id', 'content'], times: ['created_at'] },
  likes: { columns: ['user_id', 'target_type', 'target_id'], times: ['created_at'] },
  collections: { columns: ['user_id', 'post_id'], times: ['created_at'] },
  follows: { columns: ['follower_id', 'following_id'], times: ['created_at'] },
  notifications: {
    columns: ['user_id', 'sender_id', 'type', 'target_id', 'comment_id', 'is_read'],
    times: ['created_at'],
  },
  user_sessions: { columns: ['user_id'], times: [] },
} as const satisfies Record<string, { columns: readonly string[]; times: readonly string[] }>

export type SourceTable = keyof typeof TABLES
export type SourceRow = { id: number } & Record<string, string | number | null>

type ReadOptions = {
  after: number
  limit: number
  /** A column of which only the rows with `/uploads/` in it are read. */
  withUploads?: string | undefined
}

export type Source = {
  /** `name@host/database`, without the password. */
  address: string
  database: string
  /** Of the server, for the report. */
  timeZone: string
  /** Rows after an id, in ascending order. */
  read(table: SourceTable, options: ReadOptions): Promise<SourceRow[]>
  /** Rows that refer to these notes, in the order of their ids. */
  readOfPosts(table: 'post_images' | 'post_tags', postIds: readonly number[]): Promise<SourceRow[]>
  /** The first rows that refer to a note which is not there. */
  readWithoutPost(table: 'post_images' | 'post_tags', limit: number): Promise<SourceRow[]>
  /** Those of these public ids that somebody has. */
  existingUserIds(userIds: readonly string[]): Promise<string[]>
  count(table: SourceTable, withUploads?: string): Promise<number>
  /** The id that the next row would get. */
  nextId(table: SourceTable): Promise<number>
  close(): void
}

const CONNECT_MS = 5000
/** A batch takes milliseconds; counting the rows of a large table some seconds. */
const ANSWER_MS = 60_000

/** Throws `SourceError`, also where tables or columns are missing. */
export async function openSource(url: string, { answerMs = ANSWER_MS } = {}): Promise<Source> {
  const { address, database } = parse(url)
  const failed = (error: unknown): never => {
    throw new SourceError(`旧数据库 ${address}：${wordsFor(error, answerMs)}`)
  }
  const connection = await connect(url).catch(failed)
  // A lost connection is told by the next query.
  connection.on('error', () => undefined)
  const query = async <R>(sql: string, values: unknown[] = []): Promise<R[]> => {
    const [rows] = await connection.query({ sql, values, timeout: answerMs }).catch(failed)
    return rows as R[]
  }
  const select = (table: SourceTable) => {
    const { columns, times } = TABLES[table]
    // By the server, which knows its zone; it takes TIMESTAMP and DATETIME alike.
    const expressions = times.map((column) => `unix_timestamp(\`${column}\`) as \`${column}\``)
    return `select ${['id', ...columns.map((column) => `\`${column}\``), ...expressions].join(', ')} from \`${table}\``
  }
  const condition = (column: string | undefined) => (column ? ` and \`${column}\` like '%/uploads/%'` : '')
  const source: Source = {
    address,
    database,
    timeZone: '',
    async read(table, { after, limit, withUploads }) {
      const where = `where id > ?${condition(withUploads)} order by id limit ?`
      return (await query<SourceRow>(`${select(table)} ${where}`, [after, limit])).map(withNumericId)
    },
    async readOfPosts(table, postIds) {
      if (postIds.length === 0) return []
      return query<SourceRow>(`${select(table)} where post_id in (?) order by id`, [postIds])
    },
    async readWithoutPost(table, limit) {
      const missing = `not exists (select 1 from posts where posts.id = \`${table}\`.post_id)`
      return query<SourceRow>(`${select(table)} where ${missing} order by id limit ?`, [limit])
    },
    async existingUserIds(userIds) {
      if (userIds.length === 0) return []
      const rows = await query<{ user_id: string }>('select user_id from users where user_id in (?)', [userIds])
      return rows.map(({ user_id }) => user_id)
    },
    async count(table, withUploads) {
      const rows = await query<{ n: number }>(`select count(*) as n from \`${table}\` where 1${condition(withUploads)}`)
      return Number(rows[0]?.n ?? 0)
    },
    async nextId(table) {
      const sql = `select auto_increment as n from information_schema.tables
        where table_schema = database() and table_name = ?`
      const [known] = await query<{ n: number | null }>(sql, [table])
      const [last] = await query<{ n: number | null }>(`select max(id) as n from \`${table}\``)
      return Math.max(Number(known?.n ?? 1), Number(last?.n ?? 0) + 1)
    },
    close: () => connection.destroy(),
  }
  try {
    await query('set session transaction read only')
    // MySQL 8 remembers the next ids of a day ago otherwise.
    await query('/*!80000 set session information_schema_stats_expiry = 0 */')
    const [zone] = await query<{ zone: string; system: string }>(
      'select @@session.time_zone as zone, @@system_time_zone as `system`',
    )
    source.timeZone = zone?.zone === 'SYSTEM' ? zone.system : (zone?.zone ?? '')
    await requireTables(query, address)
    return source
  } catch (error) {
    source.close()
    throw error
  }
}

const withNumericId = (row: SourceRow): SourceRow => ({ ...row, id: Number(row.id) })

function parse(url: string): { address: string; database: string } {
  const form = 'mysql://用户:密码@主机:3306/数据库（密码里的特殊字符要百分号编码）'
  if (!/^mysql:\/\//.test(url) || !URL.canParse(url)) throw new SourceError(`--from 要写成 ${form}`)
  const { username, host, pathname } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  if (!host || !database) throw new SourceError(`--from 要写成 ${form}`)
  return { address: `${username && `${decodeURIComponent(username)}@`}${host}/${database}`, database }
}

function connect(url: string): Promise<Connection> {
  return createConnection({
    uri: url,
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    dateStrings: true,
    // MariaDB's JSON columns, too, are texts.
    jsonStrings: true,
  })
}

async function requireTables(query: <R>(sql: string) => Promise<R[]>, address: string): Promise<void> {
  const found = await query<{ t: string; c: string }>(
    'select table_name as t, column_name as c from information_schema.columns where table_schema = database()',
  )
  const known = new Set(found.map(({ t, c }) => `${t}.${c}`.toLowerCase()))
  const tables = new Set(found.map(({ t }) => t.toLowerCase()))
  const missing = Object.entries(TABLES).flatMap(([table, { columns, times }]) => {
    if (!tables.has(table)) return [`表 ${table}`]
    const absent = ['id', ...columns, ...times].filter((column) => !known.has(`${table}.${column}`))
    return absent.map((column) => `表 ${table} 的列 ${column}`)
  })
  if (missing.length === 0) return
  throw new SourceError(
    `旧数据库 ${address}：里面没有${missing.join('、')}。这个命令只认 1.1 版的数据库，或者用户没有读它们的权限`,
  )
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: '那里没有数据库在听',
  ENOTFOUND: '没有这台主机',
  EAI_AGAIN: '主机名现在查不到',
  ER_ACCESS_DENIED_ERROR: '用户或密码不对',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: '用户或密码不对',
  ER_DBACCESS_DENIED_ERROR: '这个用户不能用这个数据库',
  ER_TABLEACCESS_DENIED_ERROR: '这个用户不能读其中的表',
  ER_BAD_DB_ERROR: '没有这个数据库',
  ER_NO_SUCH_TABLE: '表不见了',
  ER_HOST_NOT_PRIVILEGED: '它不接受从这台机器来的连接',
  PROTOCOL_CONNECTION_LOST: '连接断了',
  ECONNRESET: '连接断了',
}

function wordsFor(error: unknown, answerMs: number): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'PROTOCOL_SEQUENCE_TIMEOUT') return `${Math.round(answerMs / 1000)} 秒没有回答`
  if (code === 'ETIMEDOUT') return `${CONNECT_MS / 1000} 秒没有回答`
  return `${REASONS[code] ?? '出错了'}（${message.slice(0, 200)}）`
}
