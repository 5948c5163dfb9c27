import { z } from 'zod'
import { filterId, filterText, id, time } from '../common.ts'
import { adminReadOnlyResource } from './resource.ts'

const state = z.record(z.string(), z.unknown()).nullable()

const row = z.object({
  id: id.describe('编号'),
  admin_id: id.nullable().describe('管理员编号'),
  username: z.string().describe('管理员'),
  action: z.literal(['create', 'update', 'delete']).describe('操作：create 新增，update 修改，delete 删除'),
  resource: z.string().describe('对象'),
  record_id: id.describe('记录编号'),
  /** Title or nickname of the record, or empty. */
  record_name: z.string().describe('记录名称'),
  changed: z.array(z.string()).describe('改动的字段'),
  before: state.describe('之前'),
  after: state.describe('之后'),
  created_at: time.describe('时间'),
})

export const audits = adminReadOnlyResource({
  name: 'audits',
  label: '操作记录',
  row,
  filters: {
    username: filterText.describe('管理员用户名'),
    resource: filterText.describe('对象，例如 posts'),
    action: filterText.describe('create、update 或 delete'),
    record_id: filterId.describe('记录编号'),
  },
})
