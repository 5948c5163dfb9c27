import {
  wordFindings as api,
  FINDING_FIELD_WORDS,
  FINDING_TARGET_WORDS,
  WORD_ACTION_WORDS,
} from '@shiliu/contract/admin/words'
import { IconListSearch } from '@tabler/icons-react'
import { optionsOf } from '../define-field.ts'
import { defineReadOnlyResource } from '../define-resource.ts'

const { review, flag } = WORD_ACTION_WORDS

/** Where watched words were found. */
export const wordFindings = defineReadOnlyResource(api, {
  path: 'findings',
  noun: '敏感词记录',
  title: '敏感词记录',
  Icon: IconListSearch,
  nameOf: (row) => `${row.word} ${row.id}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'created_at', label: '时间', kind: 'date', sortable: true },
    { key: 'word', label: '词', kind: 'text' },
    { key: 'action', label: '处理', kind: 'enum', labels: WORD_ACTION_WORDS },
    { key: 'target_type', label: '对象', kind: 'enum', labels: FINDING_TARGET_WORDS },
    { key: 'target_id', label: '对象的编号', kind: 'number' },
    { key: 'field', label: '哪里', kind: 'enum', labels: FINDING_FIELD_WORDS },
    {
      key: 'post_id',
      label: '笔记',
      kind: 'note',
      numeric: true,
      post: (row) => row.post_id,
      comment: (row) => (row.target_type === 2 ? row.target_id : null),
    },
  ],
  filters: [
    { name: 'word', label: '词', kind: 'text' },
    { name: 'action', label: '处理', kind: 'select', options: optionsOf({ review, flag }) },
    { name: 'target_type', label: '对象', kind: 'select', options: optionsOf(FINDING_TARGET_WORDS) },
  ],
})
