/** Notes: lists, detail and writing (docs/api.md#post-shape). */
import { z } from 'zod'
import {
  count,
  created,
  filterId,
  filterText,
  flag,
  flagIn,
  id,
  idIn,
  idParam,
  paged,
  pagination,
  time,
} from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { POST } from './limits.ts'
import { moderation, moderationState } from './moderation.ts'
import { length } from './rules.ts'
import { tidyLine } from './text.ts'

const endpoint = endpointsOf('笔记')

export const tagRef = z.object({ id: id.describe('编号'), name: z.string().describe('名称') })

/** A picture with what a page needs for its layout before the picture has loaded. */
export const picture = z.object({
  url: z.string().describe('笔记页用的尺寸，与 images 里的相同'),
  card: z.string().describe('卡片用的小图'),
  full: z.string().describe('最大的尺寸；没有更大的就是 url'),
  width: count.nullable().describe('最大尺寸的宽，像素；管理员填的外部地址为 null'),
  height: count.nullable().describe('最大尺寸的高，像素；管理员填的外部地址为 null'),
  thumbhash: z.string().nullable().describe('Base64 的 thumbhash，图片加载前画它'),
})
export type Picture = z.output<typeof picture>

export const post = z
  .object({
    id: id.describe('编号'),
    user_id: id.describe('作者的数字编号'),
    title: z.string().describe('标题；草稿可以为空'),
    content: z.string().describe('正文；换行是 <br>，提及是 [@昵称:小石榴号]'),
    category_id: id.nullable().describe('分类编号'),
    category: z.string().nullable().describe('分类名称'),
    view_count: count.describe('浏览数'),
    like_count: count.describe('点赞数'),
    collect_count: count.describe('收藏数'),
    comment_count: count.describe('评论数，含回复'),
    created_at: time.describe('发布时间；草稿是保存的时间'),
    updated_at: time.describe('最后修改的时间'),
    is_draft: flag.describe('1 是草稿，只有作者看得到'),
    is_featured: flag.describe('1 是精选'),
    nickname: z.string().describe('作者的昵称'),
    user_avatar: z.string().describe('作者的头像地址'),
    author_auto_id: id.describe('作者的数字编号，与 user_id 相同'),
    author_account: z.string().describe('作者的小石榴号'),
    location: z.string().describe('IP属地：作者最近写它的地方，不知道时是作者的'),
    images: z.array(z.string()).describe('图片地址'),
    pictures: z.array(picture).describe('images 里的图片，带各种尺寸'),
    tags: z.array(tagRef).describe('标签'),
    liked: z.boolean().describe('访问者是否赞了'),
    collected: z.boolean().describe('访问者是否收藏了'),
    collected_at: time.optional().describe('收藏的时间，只在收藏列表里'),
    liked_at: time.optional().describe('点赞的时间，只在点赞列表里'),
    is_pinned: flag.optional().describe('1 表示置顶在推荐或它的分类，只在笔记详情里，不置顶时没有'),
    moderation: moderation.optional().describe('审核的状态，只告诉作者，正常时没有'),
  })
  .meta({ id: 'Post', description: '笔记' })
export type Post = z.output<typeof post>

export const postPage = z.object({ posts: z.array(post).describe('笔记'), pagination })
export type PostPage = z.output<typeof postPage>

export const channelPage = postPage.extend({
  pinned: z.array(id).optional().describe('频道的第一页里置顶的笔记的编号，它们排在最前面；没有时没有'),
})
export type ChannelPage = z.output<typeof channelPage>

const title = z
  .string()
  .transform(tidyLine)
  .refine((value) => length(value) <= POST.titleMax, `标题不能超过${POST.titleMax}个字`)
  .meta({ shown: { type: 'string', maxLength: POST.titleMax } })

const CONTENT_TEXT = `最多 ${POST.contentMax} 个字；换行是 <br>，提及是 [@昵称:小石榴号]，其他标记去掉`
/** Of a change. */
const KEPT = '修改时不发送或 null 则不变，空的清除'

/** The service checks the length of the cleaned text; this limit bounds the parsing. */
const content = z
  .string()
  .max(POST.contentMax * 8, `正文不能超过${POST.contentMax}个字`)
  .meta({
    shown: { type: 'string', description: CONTENT_TEXT },
  })

const images = z.array(z.string().max(500, '图片地址过长')).max(POST.imagesMax, `最多只能上传${POST.imagesMax}张图片`)

const tags = z
  .array(
    z
      .union([z.string(), z.object({ name: z.string() }).transform((tag) => tag.name)])
      .transform(tidyLine)
      .refine((value) => length(value) <= POST.tagMax, `每个标签不能超过${POST.tagMax}个字`)
      .meta({ shown: { type: 'string', maxLength: POST.tagMax } }),
  )
  .max(POST.tagsMax, `最多只能选择${POST.tagsMax}个标签`)

/** Shared with the form of the back office. */
export const postFields = { title, content }

/** The service checks which fields a published note requires. */
export const postInput = z.object({
  title: title
    .nullish()
    .transform((value) => value ?? '')
    .describe('发布时必填；不发送即为空'),
  content: content
    .nullish()
    .transform((value) => value ?? '')
    .describe('发布时必填；不发送即为空'),
  category_id: idIn
    .nullish()
    .transform((value) => value ?? null)
    .describe('分类编号；发布时必填，不发送或 null 即没有分类'),
  // Null counts as not sent (docs/api.md#updating-a-note).
  images: images
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()
    .describe(`本站上传的图片的地址；${KEPT}`),
  tags: tags
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()
    .describe(`标签名，也可以是带 name 的对象；${KEPT}`),
  is_draft: flagIn
    .nullish()
    .transform((value) => value ?? false)
    .describe('1 保存为草稿；不发送即发布'),
})
export type PostInput = z.output<typeof postInput>

export const list = endpoint({
  method: 'GET',
  path: '/posts',
  role: 'guest',
  summary: '笔记列表：推荐、分类、某个用户的笔记或自己的草稿',
  query: z.object({
    ...paged(),
    category: filterText.describe('分类编号，或 recommend；空表示最新'),
    category_id: filterText.describe('category 的别名'),
    user_id: filterId.describe('作者的数字编号；is_draft=1 时不起作用'),
    keyword: filterText.describe('关键词'),
    sort: filterText.describe('与 user_id 或 is_draft 一起用：created_at、like_count；自己的草稿还有 updated_at'),
    is_draft: flagIn.optional().catch(undefined).describe('1 为自己的草稿，需要登录'),
  }),
  output: channelPage,
  // For drafts.
  errors: ['unauthorized'],
})

export const get = endpoint({
  method: 'GET',
  path: '/posts/:id',
  role: 'guest',
  summary: '笔记详情',
  params: idParam,
  query: z.object({ skipViewCount: flagIn.optional().catch(undefined).describe('1 不计浏览数；HEAD 也不计') }),
  output: post,
  errors: ['post_not_found'],
})

const written = created.extend({
  state: moderationState.optional().describe('还不公开时才有：pending 等待审核，通过后公开；hidden 被隐藏'),
})

export const create = endpoint({
  method: 'POST',
  path: '/posts',
  role: 'user',
  publishes: true,
  idempotent: true,
  summary: '发布笔记或保存草稿',
  description: '发布的笔记要有标题、正文和分类，图片可以没有；草稿什么都可以没有。',
  message: '发布成功',
  body: postInput,
  output: written,
  errors: ['category_not_found', 'image_foreign'],
})

export const update = endpoint({
  method: 'PUT',
  path: '/posts/:id',
  role: 'user',
  publishes: true,
  summary: '修改自己的笔记或草稿',
  description:
    '没有 `is_draft` 即发布，草稿随之公开；`is_draft` 为 1 则成为草稿，发布过的也收回。`images` 和 `tags` 不发送（或 null）则不变，' +
    '发送空的清除。其他字段每次都要发送：不发送即为空，而发布的笔记要有标题、正文和分类。',
  message: '更新成功',
  params: idParam,
  body: postInput,
  output: written,
  errors: ['post_not_found', 'forbidden', 'category_not_found', 'image_foreign'],
})

export const restore = endpoint({
  method: 'POST',
  path: '/posts/:id/restore',
  role: 'user',
  summary: '恢复自己刚删除的笔记或草稿',
  message: '已恢复',
  params: idParam,
  errors: ['post_not_found'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/posts/:id',
  role: 'user',
  summary: '删除自己的笔记或草稿',
  message: '删除成功',
  params: idParam,
  errors: ['post_not_found', 'forbidden'],
})
