import { posts as api } from '@shiliu/contract/admin/posts'
import { POST, TARGET } from '@shiliu/contract/limits'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { IconNotes } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { optionsOf, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'
import { HighlightPanel } from '../highlights/HighlightPanel.tsx'
import { PinList } from '../highlights/PinList.tsx'

const FEATURED_WORDS = { 1: '精选', 0: '普通' } as const

/** A draft may be incomplete. */
const unlessDraft = { required: true, optionalIf: 'is_draft' } as const

export const posts = defineResource(api, {
  path: 'posts',
  noun: '笔记',
  Icon: IconNotes,
  moderates: TARGET.post,
  Panel: HighlightPanel,
  Tools: PinList,
  nameOf: (row) => row.title || `无标题，ID ${row.id}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'title', label: '标题', kind: 'note', post: (row) => (row.is_draft ? null : row.id) },
    {
      key: 'user_id',
      label: '作者ID',
      kind: 'user',
      account: (row) => row.user_display_id,
      id: (row) => row.user_id,
      numeric: true,
    },
    {
      key: 'user_display_id',
      label: '小石榴号',
      kind: 'user',
      account: (row) => row.user_display_id,
      id: (row) => row.user_id,
    },
    { key: 'nickname', label: '昵称', kind: 'text', hidden: true },
    { key: 'category', label: '分类', kind: 'text' },
    { key: 'state', label: '审核', kind: 'enum', labels: STATE_WORDS },
    { key: 'state_reason', label: '处理原因', kind: 'text', hidden: true },
    { key: 'is_draft', label: '状态', kind: 'flag', labels: ['草稿', '已发布'], normal: false },
    { key: 'is_featured', label: '精选', kind: 'enum', labels: FEATURED_WORDS, hidden: true },
    { key: 'content', label: '正文', kind: 'rich' },
    { key: 'tags', label: '标签', kind: 'tags' },
    { key: 'images', label: '图片', kind: 'images', cover: (row) => row.cover },
    { key: 'view_count', label: '浏览数', kind: 'number', sortable: true },
    {
      key: 'like_count',
      label: '点赞数',
      kind: 'number',
      to: (row) => `${paths.admin('likes')}?target_type=1&target_id=${row.id}`,
      sortable: true,
    },
    {
      key: 'collect_count',
      label: '收藏数',
      kind: 'number',
      to: (row) => `${paths.admin('collections')}?post_id=${row.id}`,
      sortable: true,
    },
    {
      key: 'comment_count',
      label: '评论数',
      kind: 'number',
      to: (row) => `${paths.admin('comments')}?post_id=${row.id}`,
      sortable: true,
    },
    { key: 'location', label: 'IP属地', kind: 'text', hidden: true },
    { key: 'created_at', label: '发布时间', kind: 'date', sortable: true },
    { key: 'updated_at', label: '更新时间', kind: 'date', hidden: true },
  ],
  filters: [
    { name: 'search', label: '内容', kind: 'text' },
    { name: 'user_id', label: '作者ID', kind: 'text', linked: true },
    { name: 'tag_id', label: '标签ID', kind: 'text', linked: true },
    { name: 'title', label: '标题', kind: 'text' },
    {
      name: 'category_id',
      label: '分类',
      kind: 'select',
      options: [{ value: 'null', label: '未知' }],
      optionsFrom: 'categories',
    },
    { name: 'is_draft', label: '状态', kind: 'select', options: optionsOf({ 0: '已发布', 1: '草稿' }) },
    { name: 'state', label: '审核', kind: 'select', options: optionsOf(STATE_WORDS) },
    { name: 'is_featured', label: '精选', kind: 'select', options: optionsOf(FEATURED_WORDS) },
    { name: 'user_display_id', label: '小石榴号', kind: 'text' },
  ],
  fields: [
    { name: 'user_id', label: '作者ID', ...person, fixed: true, nameField: 'nickname' },
    { name: 'title', label: '标题', kind: 'text', ...unlessDraft, max: POST.titleMax },
    { name: 'content', label: '正文', kind: 'rich', ...unlessDraft, max: POST.contentMax },
    { name: 'category_id', label: '分类', kind: 'category', ...unlessDraft },
    { name: 'images', label: '图片', kind: 'pictures' },
    { name: 'tags', label: '标签', kind: 'tags' },
    { name: 'view_count', label: '浏览数', kind: 'number', min: 0 },
    {
      name: 'is_draft',
      label: '草稿',
      kind: 'flag',
      initial: false,
      hint: '草稿只有作者自己看得到，标题、正文和分类可以空着',
    },
  ],
})
