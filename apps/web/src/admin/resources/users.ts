import { TRASH_WORDS } from '@shiliu/contract/admin/trash'
import { users as api } from '@shiliu/contract/admin/users'
import { DEFAULT_BIO, EDUCATIONS, GENDERS, PROFILE, ZODIAC_SIGNS } from '@shiliu/contract/limits'
import { locationRule, majorRule, nicknameRule, passwordRule, userIdRule } from '@shiliu/contract/rules'
import { IconUsers } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { flagOptions, trashFilter } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'
import { SanctionsPanel } from '../sanctions/SanctionsPanel.tsx'

export const users = defineResource(api, {
  path: 'users',
  noun: '用户',
  Icon: IconUsers,
  Panel: SanctionsPanel,
  nameOf: (row) => `${row.nickname}（${row.user_id}）`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'user_id', label: '小石榴号', kind: 'user', account: (row) => row.user_id, id: (row) => row.id },
    { key: 'nickname', label: '昵称', kind: 'text' },
    { key: 'avatar', label: '头像', kind: 'image', round: true },
    { key: 'bio', label: '个人简介', kind: 'rich', max: 30 },
    { key: 'location', label: 'IP属地', kind: 'text' },
    { key: 'personality_tags', label: '个性标签', kind: 'personality' },
    { key: 'interests', label: '兴趣爱好', kind: 'list', hidden: true },
    {
      key: 'follow_count',
      label: '关注数',
      kind: 'number',
      to: (row) => `${paths.admin('follows')}?follower_id=${row.id}`,
    },
    {
      key: 'fans_count',
      label: '粉丝数',
      kind: 'number',
      to: (row) => `${paths.admin('follows')}?following_id=${row.id}`,
      sortable: true,
    },
    { key: 'like_count', label: '获赞数', kind: 'number', sortable: true },
    {
      key: 'post_count',
      label: '笔记数',
      kind: 'number',
      to: (row) => `${paths.admin('posts')}?user_id=${row.id}&is_draft=0`,
      hidden: true,
    },
    { key: 'is_active', label: '状态', kind: 'flag', labels: ['激活', '未激活'] },
    { key: 'sanction', label: '处罚', kind: 'enum', labels: { none: '无', mute: '禁言', ban: '封禁' } },
    { key: 'sanction_until', label: '处罚到', kind: 'date', hidden: true },
    {
      key: 'invitation_id',
      label: '邀请码ID',
      kind: 'number',
      to: (row) => (row.invitation_id ? `${paths.admin('invitations')}?id=${row.invitation_id}` : null),
      hidden: true,
    },
    { key: 'last_login_at', label: '最后登录', kind: 'date', hidden: true },
    { key: 'created_at', label: '注册时间', kind: 'date', sortable: true },
    { key: 'state', label: '回收站', kind: 'enum', labels: TRASH_WORDS, hidden: true },
    { key: 'purge_at', label: '彻底删除时间', kind: 'date', hidden: true },
    { key: 'updated_at', label: '更新时间', kind: 'date', hidden: true },
  ],
  filters: [
    { name: 'user_id', label: '小石榴号', kind: 'text' },
    { name: 'nickname', label: '昵称', kind: 'text' },
    { name: 'location', label: 'IP属地', kind: 'text' },
    { name: 'is_active', label: '状态', kind: 'select', options: flagOptions('激活', '未激活') },
    { name: 'invitation_id', label: '邀请码ID', kind: 'text' },
    trashFilter,
  ],
  defaultSort: { field: 'id', order: 'asc' },
  fields: [
    { name: 'avatar', label: '头像', kind: 'avatar' },
    { name: 'user_id', label: '小石榴号', kind: 'text', rule: userIdRule, required: true, fixed: true },
    { name: 'nickname', label: '昵称', kind: 'text', rule: nicknameRule, required: true },
    {
      name: 'password',
      label: '密码',
      kind: 'password',
      rule: passwordRule,
      on: 'create',
      placeholder: '可以留空',
      hint: '留空：在设置密码之前，这个账号不能登录',
    },
    {
      name: 'password',
      label: '新密码',
      kind: 'password',
      rule: passwordRule,
      on: 'update',
      placeholder: '留空则不变',
      hint: '修改后，对方的所有设备都会退出登录',
    },
    { name: 'bio', label: '个人简介', kind: 'rich', max: PROFILE.bioMax, blank: DEFAULT_BIO },
    { name: 'location', label: 'IP属地', kind: 'text', rule: locationRule },
    { name: 'gender', label: '性别', kind: 'choice', choices: GENDERS },
    { name: 'zodiac_sign', label: '星座', kind: 'choice', choices: ZODIAC_SIGNS },
    { name: 'mbti', label: 'MBTI', kind: 'mbti' },
    { name: 'education', label: '学历', kind: 'choice', choices: EDUCATIONS },
    { name: 'major', label: '专业', kind: 'text', rule: majorRule },
    { name: 'interests', label: '兴趣爱好', kind: 'interests' },
    { name: 'is_active', label: '激活', kind: 'flag', initial: true, hint: '停用的账号立即退出登录，也不能再登录' },
  ],
})
