import { AUDIENCE_WORDS, announcements as api, KIND_WORDS, PROGRESS_WORDS } from '@shiliu/contract/admin/announcements'
import { announcementLinkRule, announcementTextRule, announcementTitleRule } from '@shiliu/contract/rules'
import { IconSpeakerphone } from '@tabler/icons-react'
import { AnnouncementPreview } from '../announcements/AnnouncementPreview.tsx'
import { optionsOf } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const announcements = defineResource(api, {
  path: 'announcements',
  noun: '公告',
  Icon: IconSpeakerphone,
  Preview: AnnouncementPreview,
  nameOf: (row) => row.title,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'title', label: '标题', kind: 'longText' },
    { key: 'kind', label: '种类', kind: 'enum', labels: KIND_WORDS },
    { key: 'progress', label: '状态', kind: 'enum', labels: PROGRESS_WORDS },
    { key: 'audience', label: '对象', kind: 'enum', labels: AUDIENCE_WORDS },
    { key: 'category', label: '分类', kind: 'text' },
    { key: 'text', label: '正文', kind: 'longText' },
    { key: 'link', label: '链接', kind: 'longText', hidden: true },
    { key: 'dismissable', label: '可以关闭', kind: 'flag', labels: ['可以', '不可以'], hidden: true },
    { key: 'starts_at', label: '开始时间', kind: 'date', sortable: true },
    { key: 'ends_at', label: '结束时间', kind: 'date' },
    { key: 'seen_count', label: '看到的人', kind: 'number' },
    { key: 'guest_views', label: '游客浏览', kind: 'number' },
    { key: 'sent_count', label: '送达', kind: 'number', hidden: true },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true, hidden: true },
  ],
  filters: [
    { name: 'title', label: '标题', kind: 'text' },
    { name: 'kind', label: '种类', kind: 'select', options: optionsOf(KIND_WORDS) },
    { name: 'audience', label: '对象', kind: 'select', options: optionsOf(AUDIENCE_WORDS) },
  ],
  fields: [
    {
      name: 'kind',
      label: '种类',
      kind: 'select',
      options: optionsOf(KIND_WORDS),
      initial: 'banner',
      required: true,
      on: 'create',
      hint: '横幅在页面顶上，通知进每个人的系统通知',
    },
    { name: 'title', label: '标题', kind: 'text', rule: announcementTitleRule, required: true },
    { name: 'text', label: '正文', kind: 'text', rule: announcementTextRule, placeholder: '一两句话，可以留空' },
    {
      name: 'link',
      label: '链接',
      kind: 'text',
      rule: announcementLinkRule,
      placeholder: '/post/123 或 https://…',
      hint: '详情的地址，可以留空',
    },
    {
      name: 'audience',
      label: '对象',
      kind: 'select',
      options: optionsOf(AUDIENCE_WORDS),
      initial: 'all',
      required: true,
      hint: '分类的读者：横幅在这个频道里，通知发给近 30 天在这里发布、点赞或收藏过的人；后台的横幅只在后台显示',
    },
    { name: 'category_id', label: '分类', kind: 'category' },
    { name: 'starts_at', label: '开始时间', kind: 'time', hint: '留空为现在' },
    { name: 'ends_at', label: '结束时间', kind: 'time', hint: '留空为一直；通知到时候收回' },
    { name: 'dismissable', label: '可以关闭横幅', kind: 'flag', initial: true },
  ],
})
