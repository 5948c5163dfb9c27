/** The editable tables of the back office, each with a function that creates three records. */
import { admins } from '@shiliu/contract/admin/admins'
import { announcements } from '@shiliu/contract/admin/announcements'
import { categories } from '@shiliu/contract/admin/categories'
import { collections } from '@shiliu/contract/admin/collections'
import { comments } from '@shiliu/contract/admin/comments'
import { follows } from '@shiliu/contract/admin/follows'
import { likes } from '@shiliu/contract/admin/likes'
import { notifications } from '@shiliu/contract/admin/notifications'
import { posts } from '@shiliu/contract/admin/posts'
import { sessions } from '@shiliu/contract/admin/sessions'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import type { AnyEndpoint, BodyIn } from '@shiliu/contract/endpoint'
import { call, PASSWORD } from './api.ts'
import { unique, uniqueLetters } from './unique.ts'

/** `along` matches the text of the confirmation about what is deleted along with the first record. */
type Made = { ids: number[]; filter: string; along?: RegExp }

type Records = {
  path: string
  noun: string
  /** Column headers, except for the actions. */
  columns: string[]
  /** Label of the filter that finds the records. */
  filter: string
  /** A sortable column other than the id. */
  sorted: string
  remove: AnyEndpoint
  make(token: string): Promise<Made>
}

const OWNER = ['用户ID', '小石榴号']

async function create<E extends AnyEndpoint>(endpoint: E, token: string, body: BodyIn<E>): Promise<number> {
  const { id } = (await call(endpoint, { token, body } as Parameters<typeof call<E>>[1])) as { id: number }
  return id
}

async function three<E extends AnyEndpoint>(endpoint: E, token: string, body: (number: number) => BodyIn<E>) {
  const ids: number[] = []
  for (const number of [1, 2, 3]) ids.push(await create(endpoint, token, body(number)))
  return ids
}

async function person(token: string, nickname = '被管理的人') {
  const user_id = unique('r')
  return { id: await create(users.create, token, { user_id, nickname, password: PASSWORD }), user_id }
}

/** Creates three notes, by default without images, because notes that are left over appear in the feeds of others. */
async function notes(token: string, images: string[] = []) {
  const author = await person(token)
  const category_id = await create(categories.create, token, { name: unique('类'), category_title: uniqueLetters('k') })
  const body = (number: number) => ({
    user_id: author.id,
    title: `笔记${number}`,
    content: '正文',
    category_id,
    images,
  })
  return { author, ids: await three(posts.create, token, body) }
}

async function people(token: string) {
  return [await person(token), await person(token), await person(token)] as const
}

export const records: Records[] = [
  {
    path: 'users',
    noun: '用户',
    columns: [
      ...['ID', '小石榴号', '昵称', '头像', '个人简介', 'IP属地', '个性标签'],
      ...['关注数', '粉丝数', '获赞数', '状态', '处罚', '注册时间'],
    ],
    filter: '昵称',
    sorted: '粉丝数',
    remove: users.remove,
    async make(token) {
      const nickname = unique('人').slice(-10)
      const [first, ...others] = [
        await person(token, nickname),
        await person(token, nickname),
        await person(token, nickname),
      ]
      await create(follows.create, token, { follower_id: others[0]?.id, following_id: first?.id })
      return { ids: [first, ...others].map((made) => made?.id ?? 0), filter: nickname, along: /一并删除\s*关注\s*1/ }
    },
  },
  {
    path: 'posts',
    noun: '笔记',
    columns: [
      ...['ID', '标题', '作者ID', '小石榴号', '分类', '审核', '状态', '正文', '标签', '图片'],
      ...['浏览数', '点赞数', '收藏数', '评论数', '发布时间'],
    ],
    filter: '小石榴号',
    sorted: '浏览数',
    remove: posts.remove,
    async make(token) {
      const { author, ids } = await notes(token, ['https://example.com/none.png'])
      await create(comments.create, token, { post_id: ids[0] ?? 0, user_id: author.id, content: '自己坐沙发' })
      return { ids, filter: author.user_id, along: /一并删除\s*评论\s*1/ }
    },
  },
  {
    path: 'comments',
    noun: '评论',
    columns: ['ID', '内容', ...OWNER, '笔记ID', '父评论ID', '审核', '点赞数', '评论时间'],
    filter: '小石榴号',
    sorted: '点赞数',
    remove: comments.remove,
    async make(token) {
      const {
        ids: [post_id = 0],
      } = await notes(token)
      const [author, reader] = await people(token)
      const ids = await three(comments.create, token, (n) => ({ post_id, user_id: author.id, content: `评论${n}` }))
      const reply = { post_id, user_id: reader.id, content: '回你', parent_id: ids[0] }
      await create(comments.create, token, reply)
      return { ids, filter: author.user_id, along: /一并删除\s*回复\s*1/ }
    },
  },
  {
    path: 'categories',
    noun: '分类',
    columns: ['ID', '分类名称', '英文标题', '笔记数', '创建时间'],
    filter: '分类名称',
    sorted: '笔记数',
    remove: categories.remove,
    async make(token) {
      const name = unique('组')
      const body = (n: number) => ({ name: `${name}${n}`, category_title: uniqueLetters('z') })
      const ids = await three(categories.create, token, body)
      const author = await person(token)
      await create(posts.create, token, { user_id: author.id, title: '草稿', category_id: ids[0], is_draft: true })
      return { ids, filter: name, along: /会保留\s*草稿和看不到的笔记\s*1/ }
    },
  },
  {
    path: 'tags',
    noun: '标签',
    columns: ['ID', '标签名称', '使用次数', '创建时间'],
    filter: '标签名称',
    sorted: '使用次数',
    remove: tags.remove,
    async make(token) {
      const name = `签${unique('').slice(-5)}`
      const ids = await three(tags.create, token, (n) => ({ name: `${name}${n}` }))
      const author = await person(token)
      await create(posts.create, token, { user_id: author.id, title: '草稿', tags: [`${name}1`], is_draft: true })
      return { ids, filter: name, along: /会保留\s*笔记（不再显示这些标签）\s*1/ }
    },
  },
  {
    path: 'likes',
    noun: '点赞',
    columns: ['ID', ...OWNER, '目标类型', '目标ID', '点赞时间'],
    filter: '小石榴号',
    sorted: '点赞时间',
    remove: likes.remove,
    async make(token) {
      const [{ ids: targets }, reader] = [await notes(token), await person(token)]
      const body = (n: number) => ({ user_id: reader.id, target_type: 1 as const, target_id: targets[n - 1] ?? 0 })
      return { ids: await three(likes.create, token, body), filter: reader.user_id }
    },
  },
  {
    path: 'collections',
    noun: '收藏',
    columns: ['ID', ...OWNER, '笔记ID', '笔记标题', '收藏时间'],
    filter: '小石榴号',
    sorted: '收藏时间',
    remove: collections.remove,
    async make(token) {
      const [{ ids: targets }, reader] = [await notes(token), await person(token)]
      const body = (n: number) => ({ user_id: reader.id, post_id: targets[n - 1] ?? 0 })
      return { ids: await three(collections.create, token, body), filter: reader.user_id }
    },
  },
  {
    path: 'follows',
    noun: '关注',
    columns: [
      ...['ID', '关注者ID', '关注者小石榴号', '关注者昵称'],
      ...['被关注者ID', '被关注者小石榴号', '被关注者昵称', '关注时间'],
    ],
    filter: '关注者小石榴号',
    sorted: '关注时间',
    remove: follows.remove,
    async make(token) {
      const [reader, others] = [await person(token), await people(token)]
      const body = (n: number) => ({ follower_id: reader.id, following_id: others[n - 1]?.id })
      return { ids: await three(follows.create, token, body), filter: reader.user_id }
    },
  },
  {
    path: 'notifications',
    noun: '通知',
    columns: [
      ...['ID', '接收者ID', '接收者小石榴号', '发送者ID', '发送者小石榴号', '发送者昵称'],
      ...['类型', '标题', '目标ID', '状态', '通知时间'],
    ],
    filter: '接收者小石榴号',
    sorted: '通知时间',
    remove: notifications.remove,
    async make(token) {
      const [reader, sender] = await people(token)
      const body = (n: number) => ({
        user_id: reader.id,
        sender_id: sender.id,
        type: 6 as const,
        title: `关注了你${n}`,
      })
      return { ids: await three(notifications.create, token, body), filter: reader.user_id }
    },
  },
  {
    path: 'announcements',
    noun: '公告',
    columns: [
      ...['ID', '标题', '种类', '状态', '对象', '分类', '正文'],
      ...['开始时间', '结束时间', '看到的人', '游客浏览'],
    ],
    filter: '标题',
    sorted: '开始时间',
    remove: announcements.remove,
    async make(token) {
      const title = unique('公告')
      // For administrators of a role that nobody has: others' pages stay as they are.
      const body = (n: number) => ({
        kind: 'banner' as const,
        title: `${title}${n}`,
        audience: 'owner' as const,
        starts_at: `209${n}-01-01T00:00:00Z`,
      })
      return { ids: await three(announcements.create, token, body), filter: title }
    },
  },
  {
    path: 'sessions',
    noun: '会话',
    columns: ['ID', ...OWNER, '设备', '状态', '过期时间', '创建时间'],
    filter: '小石榴号',
    sorted: '过期时间',
    remove: sessions.remove,
    async make(token) {
      const owner = await person(token)
      const body = (n: number) => ({ user_id: owner.id, user_agent: `浏览器${n}` })
      return { ids: await three(sessions.create, token, body), filter: owner.user_id }
    },
  },
  {
    path: 'admins',
    noun: '管理员',
    columns: ['ID', '用户名', '角色', '两步验证', '状态', '创建时间'],
    filter: '用户名',
    sorted: '用户名',
    remove: admins.remove,
    async make(token) {
      const username = unique('a')
      const ids = await three(admins.create, token, (n) => ({ username: `${username}${n}`, password: PASSWORD }))
      return { ids, filter: username }
    },
  },
]
