/** Whatever a page shows is at most a second old, on every node of a site. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import * as tags from '@shiliu/contract/tags'
import * as users from '@shiliu/contract/users'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import type { Ctx } from '#deps.ts'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { changeProfile, updateProfile } from '#modules/account/profile.service.ts'
import * as categoryService from '#modules/categories/categories.service.ts'
import { collect } from '#modules/collections/collections.service.ts'
import { createComment, editComment, removeComment } from '#modules/comments/comment-mutations.service.ts'
import { follow } from '#modules/follows/follows.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { SITE } from '#modules/moderation/history.service.ts'
import { createPost, deletePost, updatePost } from '#modules/posts/post-mutations.service.ts'
import { decideOnPosts } from '#modules/posts/post-states.service.ts'
import { reindexPosts } from '#modules/posts/posts.admin.service.ts'
import { writeViews } from '#modules/posts/views.service.ts'
import { highlightPosts } from '#modules/review/highlights.service.ts'
import { renameTag } from '#modules/tags/tags.admin.service.ts'
import * as userService from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makePost, makeUser, storePicture, type TestUser } from './factories.ts'
import { smallFile } from './pictures.ts'
import { pictures, testConfig } from './test-app.ts'

const redisUrl = inject('redisUrl')
/** Only MySQL with Redis serves a site of several nodes. */
const NODES = inject('engine') === 'mysql' && redisUrl !== '' ? 2 : 1

type Stage = {
  ctx: Ctx
  author: TestUser
  reader: TestUser
  category: { id: number; name: string }
  other: { id: number; name: string }
  note: number
  comment: number
  reply: number
  tag: number
  /** Reads a page on every node, as a guest and signed in. */
  read(path: string): Promise<unknown[]>
}

async function setStage(): Promise<Stage> {
  const { config, remove } = await testConfig()
  const site = { ...config, redisUrl: NODES > 1 ? redisUrl : undefined }
  const nodes = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const resources = await openResources(site, { log: pino({ level: 'silent' }), pictures })
      return { resources, app: await buildApp(resources.ctx) }
    }),
  )
  onTestFinished(async () => {
    for (const { app, resources } of nodes) {
      await app.close()
      await resources.close()
    }
    await remove()
  })
  const ctx = nodes[0]?.resources.ctx as Ctx
  const [author, reader] = [await makeUser(ctx), await makeUser(ctx)]
  const [category, other] = [await makeCategory(ctx), await makeCategory(ctx)]
  const fields = { title: '石榴熟了', tags: ['秋天'], category_id: category.id, pictures: 1 }
  const { id: note } = await makePost(ctx, author, fields)
  await makePost(ctx, author, { title: '石榴树', category_id: other.id })
  const say = (parent_id: number | null) => createComment(ctx, author.id, { post_id: note, content: '真甜', parent_id })
  const comment = (await say(null)).id
  const reply = (await say((await say(comment)).id)).id
  const { id: tag } = await ctx.db.selectFrom('tags').select('id').where('name', '=', '秋天').executeTakeFirstOrThrow()
  const read = (path: string) =>
    Promise.all(
      nodes.flatMap(({ app }) =>
        [{}, { authorization: `Bearer ${reader.token}` }].map(async (headers) => {
          const answer = await app.inject({ url: `${API_PREFIX}${path}`, headers })
          return answer.statusCode === 200 ? answer.json().data : answer.statusCode
        }),
      ),
    )
  return { ctx, author, reader, category, other, note, comment, reply, tag, read }
}

type Page<T> = { path(stage: Stage): string; find(data: never, stage: Stage): T | undefined }

/** Changes something; returns the value that pages then show. */
type Change = (stage: Stage) => Promise<unknown>
const NEVER = 'never changes'
const OF_VIEWER = 'of the viewer, read for each answer'
const OF_DETAIL = 'of the detail, read for each answer'
type Row = Change | typeof NEVER | typeof OF_VIEWER | typeof OF_DETAIL

const postInput = ({ category }: Stage) => ({
  title: '石榴熟了',
  content: '正文',
  category_id: category.id,
  is_draft: false,
})
const edit = async (stage: Stage, changes: object) =>
  updatePost(stage.ctx, stage.author.id, stage.note, { ...postInput(stage), ...changes })
const editProfile = ({ ctx, author }: Stage, changes: object) =>
  updateProfile(ctx, author.id, author.user_id, changes as never)
const stored = ({ ctx, note }: Stage) =>
  ctx.db.selectFrom('posts').selectAll().where('id', '=', note).executeTakeFirstOrThrow()

const storedAuthor = ({ ctx, author }: Stage) =>
  ctx.db.selectFrom('users').selectAll().where('id', '=', author.id).executeTakeFirstOrThrow()

/** What only the back office changes. */
async function editAccount(stage: Stage, changes: { location?: string }): Promise<void> {
  const user = await storedAuthor(stage)
  await tx(stage.ctx, (t) => changeProfile(t, user, changes, {}))
}

async function editLocation(stage: Stage): Promise<string> {
  await editAccount(stage, { location: '昆明' })
  return '昆明'
}

async function editAvatar(stage: Stage): Promise<string> {
  const { url } = await storePicture(stage.ctx, stage.author.id, await smallFile(7))
  return (await editProfile(stage, { avatar: url })).avatar
}

const postRows: Record<keyof posts.Post, Row> = {
  id: NEVER,
  user_id: NEVER,
  author_auto_id: NEVER,
  author_account: NEVER,
  created_at: NEVER,
  is_pinned: OF_DETAIL,
  liked: OF_VIEWER,
  collected: OF_VIEWER,
  liked_at: OF_VIEWER,
  collected_at: OF_VIEWER,
  title: async (stage) => {
    await edit(stage, { title: '石榴裂了' })
    return '石榴裂了'
  },
  content: async (stage) => {
    await edit(stage, { content: '又大又红' })
    return '又大又红'
  },
  images: async (stage) => {
    await edit(stage, { images: [] })
    return []
  },
  pictures: async (stage) => {
    await edit(stage, { images: [] })
    return []
  },
  tags: async (stage) => {
    await edit(stage, { tags: [] })
    return []
  },
  updated_at: async (stage) => {
    await edit(stage, {})
    return new Date((await stored(stage)).updated_at).toISOString()
  },
  is_draft: async (stage) => {
    await edit(stage, { is_draft: true })
    return undefined
  },
  is_featured: async ({ ctx, note }) => {
    await highlightPosts(ctx, SITE, { ids: [note], action: 'feature', channel: null, until: null })
    return 1
  },
  moderation: async ({ ctx, note }) => {
    const hidden = { state: 'hidden', reason: null } as const
    await tx(ctx, (t) => decideOnPosts(t, { actor: SITE, action: 'hide', reason: null }, [note], () => hidden))
    return undefined
  },
  category_id: async (stage) => {
    await edit(stage, { category_id: null, is_draft: true })
    await edit(stage, { category_id: stage.other.id })
    return stage.other.id
  },
  category: async ({ ctx, category }) => {
    await categoryService.updateCategory(ctx, category.id, { name: '果园', category_title: 'orchard' })
    return '果园'
  },
  nickname: async (stage) => {
    await editProfile(stage, { nickname: '换了名' })
    return '换了名'
  },
  user_avatar: editAvatar,
  location: editLocation,
  like_count: async ({ ctx, reader, note }) => {
    await like(ctx, reader.id, { target_type: 1, target_id: note })
    return 1
  },
  collect_count: async ({ ctx, reader, note }) => {
    await collect(ctx, reader.id, note)
    return 1
  },
  comment_count: async ({ ctx, reader, note }) => {
    await createComment(ctx, reader.id, { post_id: note, content: '好', parent_id: null })
    return 4
  },
  view_count: async ({ ctx, note }) => {
    ctx.views.add(note, 3)
    await writeViews(ctx)
    return 3
  },
}

const noteIn = (data: { posts: posts.Post[] }, { note }: Stage) => data.posts.find(({ id }) => id === note)
const postPages: Record<string, Page<posts.Post>> = {
  recommend: { path: () => '/posts?category=recommend', find: noteIn },
  newest: { path: () => '/posts', find: noteIn },
  channel: {
    path: ({ category }) => `/posts?category=${category.id}`,
    find: noteIn,
  },
  'of a user': { path: ({ author }) => `/users/${author.user_id}/posts`, find: noteIn },
  search: {
    path: () => `/search?keyword=${encodeURIComponent('石榴')}`,
    find: (found: { data: posts.Post[] }, { note }) => found.data.find(({ id }) => id === note),
  },
  detail: { path: ({ note }) => `/posts/${note}?skipViewCount=1`, find: (post: posts.Post) => post },
}

const commentRows: Record<keyof comments.Thread, Row> = {
  id: NEVER,
  post_id: NEVER,
  user_id: NEVER,
  parent_id: NEVER,
  created_at: NEVER,
  user_auto_id: NEVER,
  user_display_id: NEVER,
  liked: OF_VIEWER,
  content: async ({ ctx, comment }) => {
    await tx(ctx, (t) => editComment(t, comment, '改了'))
    return '改了'
  },
  pictures: async ({ ctx, author, comment }) => {
    const { url, width, height, thumbhash } = await storePicture(ctx, author.id, await smallFile())
    await tx(ctx, (t) => editComment(t, comment, `<img src="${url}">`))
    return [{ url, card: url.replace('-detail', '-card'), full: url, width, height, thumbhash }]
  },
  like_count: async ({ ctx, reader, comment }) => {
    await like(ctx, reader.id, { target_type: 2, target_id: comment })
    return 1
  },
  nickname: postRows.nickname,
  user_avatar: editAvatar,
  user_location: editLocation,
  reply_count: async ({ ctx, reader, note, comment }) => {
    await createComment(ctx, reader.id, { post_id: note, content: '好', parent_id: comment })
    return 2
  },
  reply_total: async ({ ctx, author, reply }) => {
    await removeComment(ctx, author.id, reply)
    return 1
  },
  replies: async ({ ctx, author, reply, read, note }) => {
    await removeComment(ctx, author.id, reply)
    const [now] = (await read(`/posts/${note}/comments?sort=asc&limit=50`)) as { comments: comments.Thread[] }[]
    return now?.comments[0]?.replies.filter(({ id }) => id !== reply)
  },
  reply_to: NEVER,
}

/** `reply_to` is only set in replies to replies. */
const replyRows: Pick<Record<keyof comments.Comment, Row>, 'reply_to'> = {
  reply_to: async (stage) => {
    await editProfile(stage, { nickname: '换了名' })
    return { user_id: stage.author.user_id, nickname: '换了名' }
  },
}

const commentPages: Record<string, Page<comments.Thread>> = {
  comments: {
    path: ({ note }) => `/posts/${note}/comments`,
    find: (data: { comments: comments.Thread[] }, { comment }) => data.comments.find(({ id }) => id === comment),
  },
}
const replyPages: Record<string, Page<comments.Comment>> = {
  comments: {
    path: ({ note }) => `/posts/${note}/comments`,
    find: (data: { comments: comments.Thread[] }, { reply }) =>
      data.comments.flatMap(({ replies }) => replies).find(({ id }) => id === reply),
  },
}

const categoryRows: Record<keyof categories.Category, Row> = {
  id: NEVER,
  created_at: NEVER,
  name: postRows.category,
  category_title: async ({ ctx, category }) => {
    await categoryService.updateCategory(ctx, category.id, { name: category.name, category_title: 'orchard' })
    return 'orchard'
  },
  post_count: async ({ ctx, author, note }) => {
    await deletePost(ctx, author.id, note)
    return 0
  },
}
const categoryPages: Record<string, Page<categories.Category>> = {
  categories: {
    path: () => '/categories',
    find: (data: categories.Category[], { category }) => data.find(({ id }) => id === category.id),
  },
}

const renameAutumn: Change = async ({ ctx, tag, note }) => {
  await tx(ctx, async (t) => {
    await renameTag(t, tag, '深秋')
    await reindexPosts(t, [note])
  })
  return '深秋'
}
const tagRows: Record<keyof tags.Tag, Row> = {
  id: NEVER,
  created_at: NEVER,
  name: renameAutumn,
  use_count: async (stage) => {
    await createPost(stage.ctx, stage.author.id, { ...postInput(stage), images: [], tags: ['秋天'] })
    return 2
  },
}
const tagPages: Record<string, Page<tags.Tag>> = {
  tags: { path: () => '/tags', find: (data: tags.Tag[], { tag }) => data.find(({ id }) => id === tag) },
  'hot tags': { path: () => '/tags/hot', find: (data: tags.Tag[], { tag }) => data.find(({ id }) => id === tag) },
}

const inProfile =
  (column: string, value: unknown): Change =>
  async (stage) => {
    await editProfile(stage, { [column]: value })
    return value
  }
const profileRows: Record<keyof users.Profile, Row> = {
  campus_badge: async ({ ctx, author }) => {
    await tx(ctx, (t) => userService.setBadge(t, author.id, '学生'))
    return '学生'
  },
  id: NEVER,
  user_id: NEVER,
  created_at: NEVER,
  nickname: postRows.nickname,
  avatar: editAvatar,
  location: editLocation,
  bio: inProfile('bio', '爱吃石榴'),
  gender: inProfile('gender', 'female'),
  zodiac_sign: inProfile('zodiac_sign', '天秤座'),
  mbti: inProfile('mbti', 'INFP'),
  education: inProfile('education', '本科'),
  major: inProfile('major', '园艺'),
  interests: inProfile('interests', ['种树']),
  is_active: async (stage) => {
    const { id } = await storedAuthor(stage)
    await tx(stage.ctx, (t) => userService.setActive(t, id, false))
    return 0
  },
  follow_count: async ({ ctx, author, reader }) => {
    await follow(ctx, author.id, reader.user_id)
    return 1
  },
  fans_count: async ({ ctx, author, reader }) => {
    await follow(ctx, reader.id, author.user_id)
    return 1
  },
  like_count: postRows.like_count,
  last_login_at: async (stage) => {
    await tx(stage.ctx, (t) => userService.markSignedIn(t, stage.author.id, null))
    return new Date((await storedAuthor(stage)).last_login_at ?? 0).toISOString()
  },
  updated_at: async (stage) => {
    await editProfile(stage, { bio: '换了' })
    return new Date((await storedAuthor(stage)).updated_at).toISOString()
  },
}
const profilePages: Record<string, Page<users.Profile>> = {
  profile: { path: ({ author }) => `/users/${author.user_id}`, find: (profile: users.Profile) => profile },
}

/** A column whose row says that it changes must be shown anew by every page. */
function table<T extends object>(name: string, rows: Record<string, Row>, pages: Record<string, Page<T>>) {
  for (const [column, change] of Object.entries(rows)) {
    if (typeof change === 'string') continue
    it(`${name}.${column}`, async () => {
      const stage = await setStage()
      const shown = async ({ path, find }: Page<T>) =>
        (await stage.read(path(stage))).map((data) => {
          const found = typeof data === 'number' ? undefined : find(data as never, stage)
          return (found as Record<string, unknown> | undefined)?.[column]
        })
      // Twice, so that the second reading is the cached one.
      for (const page of [...Object.values(pages), ...Object.values(pages)]) await shown(page)
      const expected = await change(stage)
      for (const [where, page] of Object.entries(pages)) {
        const isGone = column === 'category_id' && where === 'channel'
        await expect
          .poll(() => shown(page), { timeout: 1000, message: where })
          .toEqual(Array(2 * NODES).fill(isGone ? undefined : expected))
      }
    })
  }
}

describe(`pages on ${NODES} nodes show at once`, { timeout: 30_000 }, () => {
  it('every column', () => {
    const columns = (shape: object) => Object.keys(shape).toSorted()
    expect(columns(postRows)).toEqual(columns(posts.post.shape))
    expect(columns(commentRows)).toEqual(columns(comments.thread.shape))
    expect(columns(categoryRows)).toEqual(columns(categories.category.shape))
    expect(columns(tagRows)).toEqual(columns(tags.tag.shape))
    expect(columns(profileRows)).toEqual(columns(users.profile.shape))
  })

  table('post', postRows, postPages)
  table('comment', commentRows, commentPages)
  table('reply', replyRows, replyPages)
  table('category', categoryRows, categoryPages)
  table('tag', tagRows, tagPages)
  table('profile', profileRows, profilePages)

  it('what is pinned, and that it is no longer', async () => {
    const { ctx, note, category, read } = await setStage()
    const input = { ids: [note], channel: 'category' as const, until: null }
    const shown = async () => ({
      channel: (await read(`/posts?category=${category.id}`)).map((data) => (data as posts.ChannelPage).pinned),
      detail: (await read(`/posts/${note}?skipViewCount=1`)).map((data) => (data as posts.Post).is_pinned),
    })
    const everywhere = (pinned: number[] | undefined, is_pinned: 1 | undefined) => {
      const all = <T>(value: T) => Array(2 * NODES).fill(value)
      return expect.poll(shown, { timeout: 1000 }).toEqual({ channel: all(pinned), detail: all(is_pinned) })
    }
    await everywhere(undefined, undefined)
    await highlightPosts(ctx, SITE, { ...input, action: 'pin' })
    await everywhere([note], 1)
    await highlightPosts(ctx, SITE, { ...input, action: 'unpin' })
    await everywhere(undefined, undefined)
  })

  it('a new note, and that one is gone, in lists and totals', async () => {
    const stage = await setStage()
    const { ctx, author, note, read } = stage
    const { detail, ...lists } = postPages
    const totals = async ({ path }: Page<posts.Post>) =>
      (await read(path(stage))).map((data) => (data as { pagination: { total: number } }).pagination.total)
    const before = await Promise.all(Object.values(lists).map(totals))
    const added = await createPost(ctx, author.id, { ...postInput(stage), images: [], tags: [] })
    for (const [index, page] of Object.values(lists).entries()) {
      await expect.poll(() => totals(page), { timeout: 1000 }).toEqual(before[index]?.map((total) => total + 1))
    }
    await deletePost(ctx, author.id, added)
    await deletePost(ctx, author.id, note)
    for (const [index, page] of Object.values(lists).entries()) {
      await expect.poll(() => totals(page), { timeout: 1000 }).toEqual(before[index]?.map((total) => total - 1))
    }
    await expect.poll(() => read(detail?.path(stage) ?? ''), { timeout: 1000 }).toEqual(Array(2 * NODES).fill(404))
  })

  it('that an account is gone', async () => {
    const stage = await setStage()
    const { ctx, author, read } = stage
    const pages = [`/users/${author.user_id}`, `/users/${author.user_id}/posts`]
    for (const path of pages) expect(await read(path)).not.toContain(404)
    await deleteUserAccount(ctx, author.id)
    for (const path of pages) {
      await expect.poll(() => read(path), { timeout: 1000 }).toEqual(Array(2 * NODES).fill(404))
    }
  })
})
