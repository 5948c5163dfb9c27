/** The endpoints of each resource in the back office (docs/api.md#admin-endpoints). */
import { z } from 'zod'
import { count, created, filterId, id, idIn, idParam, pagedTable, sorting, tablePagination } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { ADMIN } from '../limits.ts'
import { type AdminRole, roleSuffices } from './roles.ts'
import type { adminPurge, adminRestore } from './trash.ts'

type ReadOnlyDefinition<Row extends z.ZodRawShape, Filters extends z.ZodRawShape> = {
  /** Path segment below `/admin`. */
  name: string
  /** Chinese noun for the API documentation. */
  label: string
  /** A field's description is its column heading in the CSV file. */
  row: z.ZodObject<Row>
  filters: Filters
  /** The least role that reads it; exports need an administrator in any case. */
  readRole?: AdminRole
}

type Definition<
  Row extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  Create extends z.ZodRawShape,
  Update extends z.ZodRawShape,
> = ReadOnlyDefinition<Row, Filters> & {
  create: z.ZodObject<Create>
  /** A missing field keeps its value, unless the schema says otherwise. */
  update: z.ZodObject<Update>
  /** The least role that writes it. */
  writeRole: AdminRole
  errors?: readonly ErrorCode[]
}

/** Changes with the editable fields of a row. An update with an outdated version fails with `conflict`. */
const version = z.string().meta({ description: '版本：修改时带上它，记录已被别人改过就答 409' })
const versionIn = version.max(64, '版本不正确').nullish()

const selectedIds = z.object({
  ids: z
    .array(idIn, '请选择要删除的项目')
    .min(1, '请选择要删除的项目')
    .max(ADMIN.batchMax, `一次最多删除${ADMIN.batchMax}项`),
})

const idFilter = filterId.describe('编号')

/** Builds the endpoints of a read-only resource. */
export function adminReadOnlyResource<Row extends z.ZodRawShape, Filters extends z.ZodRawShape>(
  definition: ReadOnlyDefinition<Row, Filters>,
) {
  const { name, label, filters, readRole = 'viewer' } = definition
  const exportRole = roleSuffices(readRole, 'administrator') ? readRole : 'administrator'
  const endpoint = endpointsOf(`${label}管理`)
  const path = `/admin/${name}`
  const row = z.object(definition.row.shape)
  return {
    list: endpoint({
      method: 'GET',
      path,
      role: 'admin',
      adminRole: readRole,
      summary: `${label}列表`,
      query: z.object({ ...pagedTable(), ...sorting, id: idFilter, ...filters }),
      // Some clients read the totals here, others in `pagination`.
      output: z.object({
        data: z.array(row).describe('这一页的记录'),
        pagination: tablePagination,
        total: count.describe('总数'),
        page: count.describe('第几页'),
        limit: count.describe('每页条数'),
        totalPages: count.describe('总页数'),
      }),
    }),
    export: endpoint({
      method: 'GET',
      path: `${path}/export`,
      role: 'admin',
      adminRole: exportRole,
      summary: `导出筛选后的${label}（CSV，顺序同列表）`,
      query: z.object({ ...sorting, id: idFilter, ...filters }),
      output: row,
      csv: true,
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      role: 'admin',
      adminRole: readRole,
      summary: `一条${label}记录`,
      params: idParam,
      output: row,
      errors: ['record_not_found'],
    }),
  }
}

/** Builds the endpoints of a writable resource. */
export function adminResource<
  Row extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  Create extends z.ZodRawShape,
  Update extends z.ZodRawShape,
>(definition: Definition<Row, Filters, Create, Update>) {
  const { name, label, create, update, writeRole } = definition
  const endpoint = endpointsOf(`${label}管理`)
  const path = `/admin/${name}`
  const errors = ['record_not_found', ...(definition.errors ?? [])] as const
  return {
    ...adminReadOnlyResource({ ...definition, row: z.object({ ...definition.row.shape, version }) }),
    create: endpoint({
      method: 'POST',
      path,
      role: 'admin',
      adminRole: writeRole,
      summary: `新增${label}`,
      idempotent: true,
      message: `${label}创建成功`,
      body: create,
      output: created,
      errors: [...(definition.errors ?? []), 'record_duplicate'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      role: 'admin',
      adminRole: writeRole,
      summary: `修改${label}`,
      description: '可以只发送改动的字段，也可以发送整条记录：认识的字段起作用，其余忽略；不发送的不变。',
      message: `${label}更新成功`,
      params: idParam,
      body: z.object({ ...update.shape, version: versionIn }),
      errors: [...errors, 'record_duplicate', 'conflict'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      role: 'admin',
      adminRole: writeRole,
      summary: `删除${label}`,
      message: '删除成功',
      params: idParam,
      errors,
    }),
    removeMany: endpoint({
      method: 'DELETE',
      path,
      role: 'admin',
      adminRole: writeRole,
      summary: `批量删除${label}`,
      message: '删除成功',
      body: selectedIds,
      output: z.object({
        deletedCount: count.describe('删除的条数'),
        missing: z.array(id).describe('已经不在的编号'),
      }),
      errors: definition.errors ?? [],
    }),
  }
}

/** Builds the endpoint that counts what a deletion would affect. */
export function adminImpact(name: string, label: string, adminRole: AdminRole) {
  return endpointsOf(`${label}管理`)({
    method: 'POST',
    path: `/admin/${name}/impact`,
    role: 'admin',
    adminRole,
    summary: `删除这些${label}会一并影响什么`,
    body: selectedIds,
    output: z
      .array(
        z.object({
          noun: z.string().describe('例如：笔记'),
          count: count.describe('条数'),
          fate: z
            .literal(['deleted', 'kept', 'blocks'])
            .describe('deleted 一并删除，kept 留下但不再指向它（如草稿的分类），blocks 使删除不能进行'),
        }),
      )
      .describe('只列出有的'),
  })
}
export type Impact = z.output<NonNullable<ReturnType<typeof adminImpact>['output']>>

type AnyRow = { id: z.ZodNumber }

export type AnyReadOnlyResource = ReturnType<typeof adminReadOnlyResource<AnyRow, z.ZodRawShape>>

export type AnyResource = ReturnType<typeof adminResource<AnyRow, z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>> & {
  impact?: ReturnType<typeof adminImpact>
  restore?: ReturnType<typeof adminRestore<z.ZodRawShape>>
  purge?: ReturnType<typeof adminPurge>
}
