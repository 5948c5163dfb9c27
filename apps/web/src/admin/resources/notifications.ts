import { notifications as api } from '@shiliu/contract/admin/notifications'
import { noticeTitleRule } from '@shiliu/contract/rules'
import { IconBell } from '@tabler/icons-react'
import { accountTrashFilter, flagOptions, optionsOf, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

const writable = { 1: '点赞笔记', 2: '点赞评论', 3: '收藏笔记', 4: '评论笔记', 5: '回复评论', 6: '关注', 7: '提及' }
/** The others are sent by the site. */
const types = { ...writable, 8: '处理', 9: '公告' }

export const notifications = defineResource(api, {
  path: 'notifications',
  noun: '通知',
  Icon: IconBell,
  nameOf: (row) => `${row.sender_nickname} ${row.title}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    {
      key: 'user_id',
      label: '接收者ID',
      kind: 'user',
      account: (row) => row.user_display_id,
      id: (row) => row.user_id,
      numeric: true,
    },
    {
      key: 'user_display_id',
      label: '接收者小石榴号',
      kind: 'user',
      account: (row) => row.user_display_id,
      id: (row) => row.user_id,
    },
    { key: 'user_nickname', label: '接收者昵称', kind: 'text', hidden: true },
    {
      key: 'sender_id',
      label: '发送者ID',
      kind: 'user',
      account: (row) => row.sender_display_id,
      id: (row) => row.sender_id,
      numeric: true,
    },
    {
      key: 'sender_display_id',
      label: '发送者小石榴号',
      kind: 'user',
      account: (row) => row.sender_display_id,
      id: (row) => row.sender_id,
    },
    { key: 'sender_nickname', label: '发送者昵称', kind: 'text' },
    { key: 'type', label: '类型', kind: 'enum', labels: types },
    { key: 'title', label: '标题', kind: 'longText' },
    {
      key: 'target_id',
      label: '目标ID',
      kind: 'note',
      post: (row) => row.target_id,
      comment: (row) => row.comment_id,
      numeric: true,
    },
    {
      key: 'comment_id',
      label: '评论ID',
      kind: 'note',
      post: (row) => row.target_id,
      comment: (row) => row.comment_id,
      numeric: true,
      hidden: true,
    },
    { key: 'is_read', label: '状态', kind: 'flag', labels: ['已读', '未读'] },
    { key: 'created_at', label: '通知时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'user_id', label: '接收者ID', kind: 'text', linked: true },
    { name: 'user_display_id', label: '接收者小石榴号', kind: 'text' },
    { name: 'type', label: '类型', kind: 'select', options: optionsOf(types) },
    { name: 'is_read', label: '状态', kind: 'select', options: flagOptions('已读', '未读') },
    { name: 'title', label: '标题', kind: 'text' },
    accountTrashFilter,
  ],
  fields: [
    { name: 'user_id', label: '接收者ID', ...person, fixed: true, nameField: 'user_nickname' },
    { name: 'sender_id', label: '发送者ID', ...person, fixed: true, nameField: 'sender_nickname' },
    {
      name: 'type',
      label: '类型',
      kind: 'select',
      required: true,
      options: optionsOf(writable),
    },
    { name: 'title', label: '标题', kind: 'text', rule: noticeTitleRule, required: true },
    { name: 'target_id', label: '笔记ID', kind: 'number', min: 1, placeholder: '可以不填' },
    { name: 'comment_id', label: '评论ID', kind: 'number', min: 1, placeholder: '可以不填' },
    { name: 'is_read', label: '已读', kind: 'flag', initial: false },
  ],
})
