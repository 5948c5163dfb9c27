import { words as api, WORD_ACTION_WORDS } from '@shiliu/contract/admin/words'
import { watchedWordRule } from '@shiliu/contract/rules'
import { IconAbc } from '@tabler/icons-react'
import { optionsOf } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'
import { WordTools } from '../words/WordTools.tsx'

export const words = defineResource(api, {
  path: 'words',
  noun: '敏感词',
  title: '敏感词',
  Icon: IconAbc,
  Tools: WordTools,
  nameOf: (row) => row.word,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'word', label: '词', kind: 'text', sortable: true },
    { key: 'action', label: '处理', kind: 'enum', labels: WORD_ACTION_WORDS },
    { key: 'whole', label: '范围', kind: 'flag', labels: ['整个词', '词的一部分也算'] },
    { key: 'updated_at', label: '修改时间', kind: 'date', sortable: true },
    { key: 'created_at', label: '添加时间', kind: 'date', sortable: true, hidden: true },
  ],
  filters: [
    { name: 'word', label: '词', kind: 'text' },
    { name: 'action', label: '处理', kind: 'select', options: optionsOf(WORD_ACTION_WORDS) },
  ],
  fields: [
    { name: 'word', label: '词', kind: 'text', rule: watchedWordRule, required: true },
    { name: 'action', label: '处理', kind: 'select', options: optionsOf(WORD_ACTION_WORDS), required: true },
    {
      name: 'whole',
      label: '只算整个词',
      kind: 'flag',
      initial: false,
      hint: '用于字母和数字：class 里的 ass 不算。中文的词不分',
    },
  ],
})
