/** Databases as sites of version 1.1 have them, in the server that the tests use. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { onTestFinished } from 'vitest'
import { newMysqlDatabase } from './mysql-databases.ts'
import { smallPicture } from './pictures.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const TABLES = [
  `users (id bigint not null auto_increment primary key, password varchar(255) null, user_id varchar(50) not null unique,
    nickname varchar(100) not null, avatar varchar(500) null, bio text null, location varchar(100) null, follow_count int null,
    fans_count int null, like_count int null, is_active tinyint null, last_login_at timestamp null, created_at timestamp null,
    updated_at timestamp null, gender varchar(10) null, zodiac_sign varchar(20) null, mbti varchar(4) null,
    education varchar(50) null, major varchar(100) null, interests longtext null)`,
  `admin (id bigint not null auto_increment primary key, username varchar(50) not null unique, password varchar(255) not null,
    created_at timestamp null)`,
  `categories (id int not null auto_increment primary key, name varchar(50) not null unique,
    category_title varchar(50) null unique, created_at timestamp null)`,
  `posts (id bigint not null auto_increment primary key, user_id bigint not null, title varchar(200) not null, content text null,
    category_id int null, view_count bigint null, like_count int null, collect_count int null, comment_count int null,
    created_at timestamp null, is_draft tinyint null)`,
  `post_images (id bigint not null auto_increment primary key, post_id bigint not null, image_url varchar(500) null)`,
  `tags (id int not null auto_increment primary key, name varchar(50) not null unique, use_count int null, created_at timestamp null)`,
  `post_tags (id bigint not null auto_increment primary key, post_id bigint not null, tag_id int not null, created_at timestamp null)`,
  `comments (id bigint not null auto_increment primary key, post_id bigint not null, user_id bigint not null,
    parent_id bigint null, content text null, like_count int null, created_at timestamp null)`,
  `likes (id bigint not null auto_increment primary key, user_id bigint not null, target_type tinyint not null,
    target_id bigint not null, created_at timestamp null)`,
  `collections (id bigint not null auto_increment primary key, user_id bigint not null, post_id bigint not null,
    created_at timestamp null)`,
  `follows (id bigint not null auto_increment primary key, follower_id bigint not null, following_id bigint not null,
    created_at timestamp null)`,
  `notifications (id bigint not null auto_increment primary key, user_id bigint not null, sender_id bigint not null,
    type tinyint not null, title varchar(200) null, target_id bigint null, comment_id bigint null, is_read tinyint null,
    created_at timestamp null)`,
  `user_sessions (id bigint not null auto_increment primary key, user_id bigint not null, token varchar(255) not null unique,
    refresh_token varchar(255) null, expires_at timestamp null, user_agent text null, is_active tinyint null,
    created_at timestamp null, updated_at timestamp null)`,
]

type Value = string | number | null
export type OldRow = Record<string, Value>
export type OldSite = {
  /** `mysql://…` with the database's name. */
  url: string
  connection: Connection
  /** Rows of one table, all with the same columns. */
  insert(table: string, rows: readonly OldRow[]): Promise<void>
}

/** An old site without rows, dropped at the end of the test. Names are told apart by case, which shows more faults. */
export async function createOldSite(): Promise<OldSite> {
  const { url, giveBack } = await newMysqlDatabase()
  const connection = await createConnection({ uri: url, charset: 'utf8mb4' })
  onTestFinished(async () => {
    connection.destroy()
    await giveBack()
  })
  // Campuses are in China, and the time zone of the server is the old site's.
  await connection.query("set session time_zone = '+08:00'")
  for (const table of TABLES)
    await connection.query(`create table ${table} default charset utf8mb4 collate utf8mb4_bin`)
  return {
    url,
    connection,
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      for (let start = 0; start < rows.length; start += 1000) {
        const values = rows.slice(start, start + 1000).map((row) => columns.map((column) => row[column] ?? null))
        await connection.query(`insert into ${table} (${columns.join(', ')}) values ?`, [values])
      }
    },
  }
}

export const OLD_PASSWORD = '旧站点的密码'
/** 2024-05-01 12:00 in China. */
export const OLD_TIME = Date.UTC(2024, 4, 1, 4)
const at = (hours: number) => new Date(OLD_TIME + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A folder of pictures: `a.png` to `c.png` are good, `broken.jpg` and `empty.png` are not. */
export async function oldUploads(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-old-uploads-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [n, name] of ['a.png', 'b.png', 'c.png', '中文 1.png'].entries())
    await writeFile(join(folder, name), await smallPicture(n))
  await writeFile(join(folder, 'broken.jpg'), 'no picture')
  await writeFile(join(folder, 'empty.png'), '')
  return folder
}

const person = (id: number, user_id: string, fields: OldRow = {}): OldRow => ({
  id,
  password: sha256(OLD_PASSWORD),
  user_id,
  nickname: `同学${id}`,
  avatar: null,
  bio: null,
  location: '江苏',
  follow_count: 99,
  fans_count: null,
  like_count: -3,
  is_active: 1,
  last_login_at: at(5),
  created_at: at(id),
  updated_at: at(id),
  gender: null,
  zodiac_sign: null,
  mbti: null,
  education: null,
  major: null,
  interests: null,
  ...fields,
})

const note = (id: number, user_id: number, fields: OldRow = {}): OldRow => ({
  id,
  user_id,
  title: `笔记${id}`,
  content: `第 ${id} 篇`,
  category_id: 1,
  view_count: 10 * id,
  like_count: 5,
  collect_count: null,
  comment_count: 77,
  created_at: at(20 + id),
  is_draft: 0,
  ...fields,
})

/** A small site with every fault that old sites have. */
export async function insertFaults(site: OldSite): Promise<void> {
  await site.connection.query("set session sql_mode = ''")
  await site.insert('users', [
    person(1, 'xiaoming', {
      nickname: '小\n明😀',
      avatar: 'http://old.example.edu:3001/uploads/a.png',
      bio: '<p>你好</p><script>alert(1)</script>再见 <a class="mention-link" data-user-id="Hong_2">@小红</a>',
      gender: 'male',
      zodiac_sign: '白羊座',
      mbti: 'infp',
      education: '本科',
      major: '计算机科学与技术（拔尖班）专业',
      interests: '["摄影","跑步","摄影","很长很长很长的一个兴趣","e","f","g"]',
    }),
    person(2, 'Hong_2', {
      gender: '女',
      interests: '看书，旅行',
      avatar: 'https://img.example.com/h.jpg',
      bio: '长'.repeat(300),
    }),
    person(3, '张三', { nickname: '一二三四五六七八九十👨‍👩‍👧‍👦十二', zodiac_sign: 'Aries', interests: '{"a":1}' }),
    person(4, 'XIAOMING', { password: null, gender: 'x', avatar: 'javascript:alert(1)' }),
    person(5, 'search', { password: 'plain text', nickname: '\u200b', is_active: null }),
    person(6, 'ab', { is_active: 0, avatar: '/uploads/missing.png' }),
    person(7, 'a-very-long-public-id-of-the-old-site', { created_at: '1970-03-01 00:00:00', updated_at: null }),
    person(8, 'later', { created_at: '2037-12-01 00:00:00', avatar: '/uploads/broken.jpg', interests: 'not, json' }),
  ])
  await site.insert('admin', [
    { id: 1, username: 'admin', password: sha256('123456'), created_at: at(0) },
    { id: 2, username: 'Admin', password: sha256(OLD_PASSWORD), created_at: at(0) },
    { id: 3, username: '站长', password: sha256(OLD_PASSWORD), created_at: null },
    { id: 4, username: 'x', password: sha256(OLD_PASSWORD), created_at: at(0) },
  ])
  await site.insert('categories', [
    { id: 1, name: '学习', category_title: 'study', created_at: at(0) },
    { id: 2, name: ' 学习', category_title: 'study2', created_at: at(0) },
    { id: 3, name: 'Photo', category_title: null, created_at: at(0) },
    { id: 4, name: 'PHOTO', category_title: 'Photo Graphy', created_at: at(0) },
    { id: 7, name: '校园', category_title: 'Campus Life', created_at: at(0) },
  ])
  await site.insert('tags', [
    { id: 1, name: 'Cat', use_count: 9, created_at: at(0) },
    { id: 2, name: 'cat', use_count: 9, created_at: at(0) },
    { id: 3, name: ' CAT ', use_count: 0, created_at: at(0) },
    { id: 4, name: '一个超过八个字的标签名称', use_count: null, created_at: null },
    { id: 5, name: '\u200b', use_count: 1, created_at: at(0) },
  ])
  await site.insert('posts', [
    note(1, 1, {
      content:
        '第一行<br>第二行<br/><b>粗</b> <a class="mention-link" data-user-id="Hong_2" href="#">@小红</a> 和 <a data-user-id="张三" class="mention-link">@张三</a> 和 [@没人:nobody_x] <img src="x" onerror="alert(1)"><style>p{}</style>&lt;b&gt;',
    }),
    note(2, 2, { category_id: 2, title: '长'.repeat(200), content: '字'.repeat(2500) }),
    note(3, 3, { category_id: null, is_draft: 1, title: '草稿', content: null, view_count: null }),
    note(4, 1, { category_id: 99, created_at: '1970-05-05 00:00:00' }),
    note(5, 404, { title: '没有作者' }),
    note(6, 7, { category_id: 4, is_draft: null, created_at: '2037-06-01 00:00:00', view_count: -5 }),
  ])
  await site.insert('post_images', [
    { id: 1, post_id: 1, image_url: 'https://img.example.com/1.jpg' },
    { id: 2, post_id: 1, image_url: 'http://old.example.edu:3001/uploads/b.png' },
    { id: 3, post_id: 1, image_url: '/uploads/a.png' },
    { id: 4, post_id: 2, image_url: 'http://old.example.edu:3001/uploads/gone.png' },
    { id: 5, post_id: 2, image_url: 'http://plain.example.com/2.jpg' },
    { id: 6, post_id: 2, image_url: '/uploads/broken.jpg' },
    { id: 7, post_id: 2, image_url: 'data:image/png;base64,AAAA' },
    { id: 8, post_id: 2, image_url: null },
    { id: 9, post_id: 3, image_url: 'https://cdn.example.org/uploads/elsewhere.png' },
    { id: 10, post_id: 5, image_url: '/uploads/c.png' },
    { id: 11, post_id: 404, image_url: '/uploads/c.png' },
    { id: 12, post_id: 3, image_url: '/uploads/../a.png' },
    { id: 13, post_id: 4, image_url: '/uploads/%E4%B8%AD%E6%96%87%201.png' },
    { id: 14, post_id: 4, image_url: '/uploads/empty.png' },
  ])
  await site.insert('post_tags', [
    { id: 1, post_id: 1, tag_id: 1, created_at: at(0) },
    { id: 2, post_id: 1, tag_id: 2, created_at: at(0) },
    { id: 3, post_id: 2, tag_id: 3, created_at: at(0) },
    { id: 4, post_id: 2, tag_id: 4, created_at: at(0) },
    { id: 5, post_id: 2, tag_id: 404, created_at: at(0) },
    { id: 6, post_id: 404, tag_id: 1, created_at: at(0) },
    { id: 7, post_id: 3, tag_id: 1, created_at: at(0) },
    { id: 8, post_id: 4, tag_id: 5, created_at: at(0) },
  ])
  const comment = (id: number, post_id: number, user_id: number, parent_id: number | null, content: string | null) => ({
    id,
    post_id,
    user_id,
    parent_id,
    content,
    like_count: 3,
    created_at: at(40 + id),
  })
  await site.insert('comments', [
    comment(1, 1, 2, null, '好看<img src="http://old.example.edu:3001/uploads/c.png" alt="评论图片">'),
    comment(
      2,
      1,
      3,
      1,
      '谢谢 <a class="mention-link" data-user-id="a-very-long-public-id-of-the-old-site"><span>@很长的</span></a>',
    ),
    comment(3, 1, 1, 2, '回复的回复'),
    comment(4, 1, 404, null, '作者不在'),
    comment(5, 404, 1, null, '笔记不在'),
    comment(6, 1, 1, 404, '上一条不在'),
    comment(7, 1, 2, 4, '回复不在的'),
    comment(8, 2, 1, 1, '别的笔记的回复'),
    comment(9, 2, 1, null, '<img src="/uploads/gone.png">'),
    comment(10, 2, 1, null, null),
    comment(11, 2, 2, null, '说'.repeat(1200)),
    comment(12, 2, 2, null, '<img src="https://img.example.com/c.gif">'),
  ])
  const like = (id: number, user_id: number, target_type: number, target_id: number) => ({
    id,
    user_id,
    target_type,
    target_id,
    created_at: at(60 + id),
  })
  await site.insert('likes', [
    ...Array.from({ length: 7 }, (_, i) => like(i + 1, i + 1, 1, 1)),
    like(8, 1, 1, 1),
    like(9, 1, 2, 1),
    like(10, 2, 2, 4),
    like(11, 404, 1, 1),
    like(12, 1, 1, 5),
    like(13, 1, 9, 1),
    like(14, 2, 1, 2),
    like(15, 2, 1, 3),
  ])
  await site.insert('collections', [
    { id: 1, user_id: 1, post_id: 2, created_at: at(1) },
    { id: 2, user_id: 1, post_id: 2, created_at: at(1) },
    { id: 3, user_id: 404, post_id: 2, created_at: at(1) },
    { id: 4, user_id: 2, post_id: 5, created_at: at(1) },
    { id: 5, user_id: 2, post_id: 1, created_at: null },
  ])
  await site.insert('follows', [
    { id: 1, follower_id: 1, following_id: 2, created_at: at(1) },
    { id: 2, follower_id: 1, following_id: 2, created_at: at(1) },
    { id: 3, follower_id: 2, following_id: 2, created_at: at(1) },
    { id: 4, follower_id: 2, following_id: 404, created_at: at(1) },
    { id: 5, follower_id: 2, following_id: 1, created_at: at(1) },
  ])
  const notice = (
    id: number,
    type: number,
    target_id: number | null,
    comment_id: number | null,
    fields: OldRow = {},
  ) => ({
    id,
    user_id: 1,
    sender_id: 2,
    type,
    title: '旧的标题',
    target_id,
    comment_id,
    is_read: 0,
    created_at: at(80 + id),
    ...fields,
  })
  await site.insert('notifications', [
    notice(1, 1, 1, null),
    notice(2, 1, 1, null),
    notice(3, 2, 3, null),
    notice(4, 3, 1, null, { is_read: null }),
    notice(5, 4, 1, 1),
    notice(6, 5, 1, 3, { is_read: 1 }),
    notice(7, 6, null, null),
    notice(8, 7, 1, null),
    notice(9, 7, 1, 1),
    notice(10, 1, 5, null),
    notice(11, 1, 1, null, { sender_id: 1 }),
    notice(12, 42, 1, null),
    notice(13, 1, 1, null, { sender_id: 404 }),
    notice(14, 4, 1, null),
    notice(15, 7, 3, null, { user_id: 2, sender_id: 3 }),
  ])
  await site.insert('user_sessions', [
    {
      id: 1,
      user_id: 1,
      token: 'old-token',
      refresh_token: 'old-refresh',
      expires_at: '2037-01-01 00:00:00',
      is_active: 1,
    },
  ])
  // Of a note and an account that were deleted.
  await site.connection.query('alter table posts auto_increment = 50')
  await site.connection.query('alter table users auto_increment = 60')
}

type Size = { users: number; posts: number }

/** A site of many rows: ten likes, three comments, two collections, two pictures and two tags for each note. */
export async function insertMany(site: OldSite, { users, posts }: Size): Promise<void> {
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
  const someone = (seed: number) => ((seed * 7919) % users) + 1
  await site.insert(
    'users',
    numbers(users).map((id) => person(id, `old_user_${id}`, { bio: `我是 ${id}`, interests: '["摄影"]' })),
  )
  await site.insert('admin', [{ id: 1, username: '站长', password: sha256(OLD_PASSWORD), created_at: at(0) }])
  await site.insert(
    'categories',
    numbers(8).map((id) => ({ id, name: `分类${id}`, category_title: `c${'abcdefgh'[id - 1]}`, created_at: at(0) })),
  )
  await site.insert(
    'tags',
    numbers(200).map((id) => ({ id, name: `标签${id}`, use_count: 0, created_at: at(0) })),
  )
  await site.insert(
    'posts',
    numbers(posts).map((id) => note(id, someone(id), { category_id: (id % 8) + 1, created_at: at(id / 60) })),
  )
  await site.insert(
    'post_images',
    numbers(posts * 2).map((id) => ({
      id,
      post_id: Math.ceil(id / 2),
      image_url: id % 40 === 0 ? `/uploads/${'abc'[id % 3]}.png` : `https://img.example.com/${id}.jpg`,
    })),
  )
  await site.insert(
    'post_tags',
    numbers(posts * 2).map((id) => ({ id, post_id: Math.ceil(id / 2), tag_id: (id % 200) + 1, created_at: at(0) })),
  )
  await site.insert(
    'comments',
    numbers(posts * 3).map((id) => ({
      id,
      post_id: Math.ceil(id / 3),
      user_id: someone(id),
      parent_id: id % 3 === 0 ? id - 1 : null,
      content: `评论 ${id} [@同学1:old_user_1]`,
      like_count: 0,
      created_at: at(id / 100),
    })),
  )
  await site.insert(
    'likes',
    numbers(posts * 10).map((id) => ({
      id,
      user_id: ((id * 13) % users) + 1,
      target_type: 1,
      target_id: Math.ceil(id / 10),
      created_at: at(id / 300),
    })),
  )
  await site.insert(
    'collections',
    numbers(posts * 2).map((id) => ({
      id,
      user_id: ((id * 3) % users) + 1,
      post_id: Math.ceil(id / 2),
      created_at: at(id / 100),
    })),
  )
  await site.insert(
    'follows',
    numbers(users).map((id) => ({ id, follower_id: id, following_id: (id % users) + 1, created_at: at(id / 60) })),
  )
  await site.insert(
    'notifications',
    numbers(posts).map((id) => ({
      id,
      user_id: someone(id),
      sender_id: (someone(id) % users) + 1,
      type: 1,
      title: '赞了你的笔记',
      target_id: id,
      comment_id: null,
      is_read: id % 2,
      created_at: at(id / 60),
    })),
  )
}
