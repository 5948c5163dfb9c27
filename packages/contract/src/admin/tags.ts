/** Tags in the back office. */
import { z } from 'zod'
import { filterText, lineInput } from '../common.ts'
import { tagNameRule } from '../rules.ts'
import { tag } from '../tags.ts'
import { adminImpact, adminResource } from './resource.ts'
import { adminPurge, adminRestore, trashColumns, trashFilter } from './trash.ts'

const { shape } = tag

const row = z.object({
  id: shape.id.describe('ID'),
  name: shape.name.describe('标签名称'),
  use_count: shape.use_count.describe('使用次数'),
  created_at: shape.created_at.describe('创建时间'),
  ...trashColumns,
})

const input = z.object({ name: lineInput(tagNameRule) })

export const tags = {
  ...adminResource({
    name: 'tags',
    label: '标签',
    writeRole: 'editor',
    row,
    filters: { name: filterText.describe('名称的一部分'), ...trashFilter },
    create: input,
    update: input,
  }),
  impact: adminImpact('tags', '标签', 'editor'),
  restore: adminRestore('tags', '标签', {
    adminRole: 'editor',
    names: { name: lineInput(tagNameRule).optional().describe('换一个名称恢复，一次只能一项') },
    errors: ['record_duplicate'],
  }),
  purge: adminPurge('tags', '标签'),
}
