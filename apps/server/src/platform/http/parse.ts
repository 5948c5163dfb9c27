/** Input against the contract: the first thing wrong becomes one Chinese sentence and the field it belongs to. */

import type { ErrorCode } from '@shiliu/contract/errors'
import { z } from 'zod'
import { zhCN } from 'zod/locales'
import { AppError } from '../errors.ts'

z.config(zhCN())

/** Parses or throws `code` (400 `invalid_input` unless told otherwise). */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode = 'invalid_input',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.map(String).join('.')
  if (code !== 'invalid_input' || !issue) throw new AppError(code)
  throw new AppError(code, { message: words(issue, field ?? '', value), ...(field && { field }) })
}

function words(issue: z.core.$ZodIssue, field: string, value: unknown): string {
  const missing = issue.code === 'invalid_type' && field !== '' && at(value, issue.path) === undefined
  const generic = /^无效输入|^Invalid/.test(issue.message)
  return missing && generic ? `缺少必填字段：${field}` : issue.message
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}
