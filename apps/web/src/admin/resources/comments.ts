import { comments as api } from '@shiliu/contract/admin/comments'
import { COMMENT, TARGET } from '@shiliu/contract/limits'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { IconMessageCircle } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { ownerColumns } from '../define-column.ts'
import { optionsOf, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const comments = defineResource(api, {
  path: 'comments',
  noun: '评论',
  Icon: IconMessageCircle,
  moderates: TARGET.comment,
  nameOf: (row) => plainText(parseRichText(row.content)) || '[图片]',
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'content', label: '内容', kind: 'rich', post: (row) => row.post_id, comment: (row) => row.id },
    ...ownerColumns,
    { key: 'post_id', label: '笔记ID', kind: 'note', post: (row) => row.post_id, numeric: true },
    { key: 'post_title', label: '笔记标题', kind: 'note', post: (row) => row.post_id, hidden: true },
    {
      key: 'parent_id',
      label: '父评论ID',
      kind: 'note',
      post: (row) => row.post_id,
      comment: (row) => row.parent_id,
      numeric: true,
    },
    { key: 'state', label: '审核', kind: 'enum', labels: STATE_WORDS },
    { key: 'state_reason', label: '处理原因', kind: 'text', hidden: true },
    {
      key: 'like_count',
      label: '点赞数',
      kind: 'number',
      to: (row) => `${paths.admin('likes')}?target_type=2&target_id=${row.id}`,
      sortable: true,
    },
    {
      key: 'reply_count',
      label: '回复数',
      kind: 'number',
      to: (row) => `${paths.admin('comments')}?parent_id=${row.id}`,
      sortable: true,
      hidden: true,
    },
    { key: 'created_at', label: '评论时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'user_id', label: '用户ID', kind: 'text', linked: true },
    { name: 'parent_id', label: '父评论ID', kind: 'text', linked: true },
    { name: 'post_id', label: '笔记ID', kind: 'text' },
    { name: 'state', label: '审核', kind: 'select', options: optionsOf(STATE_WORDS) },
    { name: 'user_display_id', label: '小石榴号', kind: 'text' },
    { name: 'content', label: '内容', kind: 'text' },
  ],
  fields: [
    { name: 'post_id', label: '笔记ID', kind: 'number', min: 1, required: true, fixed: true, nameField: 'post_title' },
    { name: 'user_id', label: '用户ID', ...person, fixed: true, nameField: 'nickname' },
    {
      name: 'parent_id',
      label: '父评论ID',
      kind: 'number',
      min: 1,
      fixed: true,
      placeholder: '可以不填',
      hint: '回复哪一条评论',
    },
    { name: 'content', label: '评论内容', kind: 'rich', required: true, max: COMMENT.contentMax },
  ],
})
