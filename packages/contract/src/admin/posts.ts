/** Posts and drafts in the back office. */
import { z } from 'zod'
import { filterFlag, filterId, filterIdOrNull, filterText } from '../common.ts'
import { moderationState, STATE_WORDS } from '../moderation.ts'
import { post, postFields, postInput, tagRef } from '../posts.ts'
import { coded, idOrNone, imagesIn, optionalFlag, owner, ownerColumns } from './fields.ts'
import { adminImpact, adminResource } from './resource.ts'
import { adminPurge, adminRestore } from './trash.ts'

const { shape } = post

const row = z.object({
  id: shape.id.describe('ID'),
  user_id: shape.user_id.describe('作者ID'),
  ...ownerColumns,
  title: shape.title.describe('标题'),
  content: shape.content.describe('正文'),
  category_id: shape.category_id.describe('分类ID'),
  category: shape.category.describe('分类'),
  state: coded(moderationState, '审核', STATE_WORDS),
  state_reason: z.string().nullable().describe('处理原因'),
  is_draft: coded(shape.is_draft, '状态', { 1: '草稿', 0: '已发布' }),
  is_featured: coded(shape.is_featured, '精选', { 1: '精选', 0: '普通' }),
  images: shape.images.describe('图片'),
  cover: z.string().nullable().describe('第一张图片的小图；没有图片是 null'),
  tags: z.array(tagRef).describe('标签'),
  view_count: shape.view_count.describe('浏览数'),
  like_count: shape.like_count.describe('点赞数'),
  collect_count: shape.collect_count.describe('收藏数'),
  comment_count: shape.comment_count.describe('评论数'),
  location: shape.location.describe('IP属地'),
  created_at: shape.created_at.describe('发布时间'),
  updated_at: shape.updated_at.describe('更新时间'),
})

const LARGEST = 1_000_000_000
const viewCount = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    '浏览数只能是不小于0的整数',
  )
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= LARGEST, '浏览数只能是不小于0的整数')
  .nullish()
  .meta({ shown: { type: 'integer', minimum: 0, maximum: LARGEST } })

export const posts = {
  ...adminResource({
    name: 'posts',
    label: '笔记',
    writeRole: 'moderator',
    row,
    filters: {
      user_id: filterId.describe('作者编号'),
      tag_id: filterId.describe('标签编号'),
      title: filterText.describe('标题里的词'),
      category_id: filterIdOrNull.describe('分类编号；null 表示没有分类'),
      is_draft: filterFlag.describe('0 已发布，1 草稿'),
      is_featured: filterFlag.describe('1 精选，0 其余的'),
      state: filterText.describe('visible、pending、hidden、rejected 或 deleted；不发送即除回收站以外的'),
      user_display_id: filterText.describe('作者小石榴号的一部分'),
      search: filterText.describe('标题、正文或标签里的词'),
    },
    create: z.object({
      ...postInput.shape,
      ...owner,
      category_id: idOrNone,
      images: imagesIn,
      view_count: viewCount,
    }),
    update: z.object({
      title: postFields.title.optional(),
      content: postFields.content.optional(),
      category_id: idOrNone,
      images: imagesIn,
      tags: postInput.shape.tags,
      is_draft: optionalFlag,
      view_count: viewCount,
    }),
    errors: ['category_not_found', 'image_foreign'],
  }),
  impact: adminImpact('posts', '笔记', 'moderator'),
  restore: adminRestore('posts', '笔记', { adminRole: 'moderator', names: {}, errors: ['account_trashed'] }),
  purge: adminPurge('posts', '笔记'),
}
