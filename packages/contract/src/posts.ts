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
import { length } from './rules.ts'
import { tidyLine } from './text.ts'

const endpoint = endpointsOf('笔记')

export const tagRef = z.object({ id, name: z.string() })

/** A picture with what a page needs for its layout before the picture has loaded. */
export const picture = z.object({
  /** URL of the size for the note's page, as in `images`. */
  url: z.string(),
  card: z.string(),
  /** The largest size, for full screen; the same as `url` where there is none larger. */
  full: z.string(),
  /** Pixels of the largest size. Null if an administrator entered an external URL. */
  width: count.nullable(),
  height: count.nullable(),
  /** Base64 thumbhash, drawn until the picture has loaded. */
  thumbhash: z.string().nullable(),
})
export type Picture = z.output<typeof picture>

export const post = z
  .object({
    id,
    user_id: id,
    title: z.string(),
    content: z.string(),
    category_id: id.nullable(),
    category: z.string().nullable(),
    view_count: count,
    like_count: count,
    collect_count: count,
    comment_count: count,
    created_at: time,
    updated_at: time,
    is_draft: flag,
    nickname: z.string(),
    user_avatar: z.string(),
    author_auto_id: id,
    author_account: z.string(),
    location: z.string(),
    images: z.array(z.string()),
    /** The same pictures as in `images`. */
    pictures: z.array(picture),
    tags: z.array(tagRef),
    liked: z.boolean(),
    collected: z.boolean(),
    collected_at: time.optional(),
    liked_at: time.optional(),
  })
  .meta({ id: 'Post', description: '笔记' })
export type Post = z.output<typeof post>

export const postPage = z.object({ posts: z.array(post), pagination })
export type PostPage = z.output<typeof postPage>

const title = z
  .string()
  .transform(tidyLine)
  .refine((value) => length(value) <= POST.titleMax, `标题不能超过${POST.titleMax}个字`)
  .meta({ shown: { type: 'string', maxLength: POST.titleMax } })

/** The service checks the length of the cleaned text; this limit bounds the parsing. */
const content = z
  .string()
  .max(POST.contentMax * 8, `正文不能超过${POST.contentMax}个字`)
  .meta({
    shown: { type: 'string', description: `最多 ${POST.contentMax} 个字；换行是 <br>，提及是 [@昵称:小石榴号]` },
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
  title: title.nullish().transform((value) => value ?? ''),
  content: content.nullish().transform((value) => value ?? ''),
  category_id: idIn.nullish().transform((value) => value ?? null),
  // Null counts as not sent (docs/api.md#updating-a-note).
  images: images
    .nullable()
    .transform((value) => value ?? undefined)
    .optional(),
  tags: tags
    .nullable()
    .transform((value) => value ?? undefined)
    .optional(),
  is_draft: flagIn.nullish().transform((value) => value ?? false),
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
    user_id: filterId,
    keyword: filterText.describe('关键词'),
    sort: filterText.describe('与 user_id 或 is_draft 一起用：created_at、like_count；自己的草稿还有 updated_at'),
    is_draft: flagIn.optional().catch(undefined),
  }),
  output: postPage,
  // For drafts.
  errors: ['unauthorized', 'forbidden'],
})

export const get = endpoint({
  method: 'GET',
  path: '/posts/:id',
  role: 'guest',
  summary: '笔记详情',
  params: idParam,
  query: z.object({ skipViewCount: flagIn.optional().catch(undefined) }),
  output: post,
  errors: ['post_not_found'],
})

export const create = endpoint({
  method: 'POST',
  path: '/posts',
  role: 'user',
  idempotent: true,
  summary: '发布笔记或保存草稿',
  message: '发布成功',
  body: postInput,
  output: created,
  errors: ['category_not_found', 'image_foreign'],
})

export const update = endpoint({
  method: 'PUT',
  path: '/posts/:id',
  role: 'user',
  summary: '修改自己的笔记或草稿',
  message: '更新成功',
  params: idParam,
  body: postInput,
  output: created,
  errors: ['post_not_found', 'forbidden', 'category_not_found', 'image_foreign'],
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
