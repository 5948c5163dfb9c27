/** The six endpoints that every resource of the back office has (spec section 7 «Admin», wire rules 5, 6, 22). */
import { z } from 'zod'
import { count, created, filterText, idIn, idParam, paged, pagination } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { ADMIN } from '../limits.ts'

type Definition<
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
  Create extends z.ZodType,
  Update extends z.ZodType,
> = {
  /** Path segment below `/admin`. */
  name: string
  /** Chinese noun for the documentation. */
  label: string
  row: Row
  /** Query fields that narrow the list; each optional. */
  filters: Filters
  create: Create
  update: Update
  errors?: readonly ErrorCode[]
}

/** Builds list, get, create, update, remove and removeMany of one resource. */
export function adminResource<
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
  Create extends z.ZodType,
  Update extends z.ZodType,
>(definition: Definition<Row, Filters, Create, Update>) {
  const { name, label, row, filters, create, update } = definition
  const endpoint = endpointsOf(`${label}管理`)
  const path = `/admin/${name}`
  const errors = ['record_not_found', ...(definition.errors ?? [])] as const
  return {
    list: endpoint({
      method: 'GET',
      path,
      role: 'admin',
      summary: `${label}列表`,
      query: z.object({ ...paged(), sortField: filterText, sortOrder: filterText, ...filters }),
      output: z.object({ data: z.array(row), pagination }),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      role: 'admin',
      summary: `一条${label}记录`,
      params: idParam,
      output: row,
      errors: ['record_not_found'],
    }),
    create: endpoint({
      method: 'POST',
      path,
      role: 'admin',
      summary: `新增${label}`,
      message: `${label}创建成功`,
      body: create,
      output: created,
      errors: [...errors, 'record_duplicate'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      role: 'admin',
      summary: `修改${label}`,
      message: `${label}更新成功`,
      params: idParam,
      body: update,
      errors,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      role: 'admin',
      summary: `删除${label}`,
      message: '删除成功',
      params: idParam,
      errors,
    }),
    removeMany: endpoint({
      method: 'DELETE',
      path,
      role: 'admin',
      summary: `批量删除${label}`,
      message: '删除成功',
      body: z.object({
        ids: z
          .array(idIn, '请选择要删除的项目')
          .min(1, '请选择要删除的项目')
          .max(ADMIN.batchMax, `一次最多删除${ADMIN.batchMax}项`),
      }),
      output: z.object({ deletedCount: count }),
      errors,
    }),
  }
}

/** Any resource: what the back office's table and form are written against. */
export type AnyResource = ReturnType<
  typeof adminResource<z.ZodType<{ id: number }>, z.ZodRawShape, z.ZodType<object>, z.ZodType<object>>
>
