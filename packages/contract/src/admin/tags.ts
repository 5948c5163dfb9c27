import { z } from 'zod'
import { filterText, lineInput } from '../common.ts'
import { tagNameRule } from '../rules.ts'
import { tag } from '../tags.ts'
import { adminImpact, adminResource } from './resource.ts'

const { shape } = tag

const row = z.object({
  id: shape.id.describe('ID'),
  name: shape.name.describe('标签名称'),
  use_count: shape.use_count.describe('使用次数'),
  created_at: shape.created_at.describe('创建时间'),
})

const input = z.object({ name: lineInput(tagNameRule) })

export const tags = {
  ...adminResource({
    name: 'tags',
    label: '标签',
    row,
    filters: { name: filterText.describe('名称的一部分') },
    create: input,
    update: input,
  }),
  impact: adminImpact('tags', '标签'),
}
