import { follows as api } from '@shiliu/contract/admin/follows'
import { IconUserPlus } from '@tabler/icons-react'
import { accountTrashFilter, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const follows = defineResource(api, {
  path: 'follows',
  noun: '关注',
  Icon: IconUserPlus,
  nameOf: (row) => `${row.follower_nickname} 关注 ${row.following_nickname}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    {
      key: 'follower_id',
      label: '关注者ID',
      kind: 'user',
      account: (row) => row.follower_display_id,
      id: (row) => row.follower_id,
      numeric: true,
    },
    {
      key: 'follower_display_id',
      label: '关注者小石榴号',
      kind: 'user',
      account: (row) => row.follower_display_id,
      id: (row) => row.follower_id,
    },
    { key: 'follower_nickname', label: '关注者昵称', kind: 'text' },
    {
      key: 'following_id',
      label: '被关注者ID',
      kind: 'user',
      account: (row) => row.following_display_id,
      id: (row) => row.following_id,
      numeric: true,
    },
    {
      key: 'following_display_id',
      label: '被关注者小石榴号',
      kind: 'user',
      account: (row) => row.following_display_id,
      id: (row) => row.following_id,
    },
    { key: 'following_nickname', label: '被关注者昵称', kind: 'text' },
    { key: 'created_at', label: '关注时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'follower_id', label: '关注者ID', kind: 'text', linked: true },
    { name: 'following_id', label: '被关注者ID', kind: 'text', linked: true },
    { name: 'follower_display_id', label: '关注者小石榴号', kind: 'text' },
    { name: 'following_display_id', label: '被关注者小石榴号', kind: 'text' },
    accountTrashFilter,
  ],
  fields: [
    { name: 'follower_id', label: '关注者ID', ...person, nameField: 'follower_nickname' },
    { name: 'following_id', label: '被关注者ID', ...person, nameField: 'following_nickname' },
  ],
})
