/** Parses input by a schema of the contract. */
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import type { z } from 'zod'
import { AppError } from '../errors.ts'

const WRONG = '格式不正确'
const TOO_LONG = '内容过长'

/** Replaces zod's messages, which are meant for developers; a schema may bring its own message. */
const error = ({ code }: { code?: string }) => (code === 'too_big' ? TOO_LONG : WRONG)

/** Throws `code` with a Chinese message and the field of the first issue. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  code: ErrorCode = 'invalid_input',
): z.output<S> {
  const parsed = schema.safeParse(value, { error })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.map(String).join('.')
  if (code !== 'invalid_input' || !issue) throw new AppError(code)
  throw new AppError(code, { message: words(issue, field ?? '', value), ...(field && { field }) })
}

function words(issue: z.core.$ZodIssue, field: string, value: unknown): string {
  const { message } = issue
  if (message !== WRONG && message !== TOO_LONG) return message
  if (field === '') return ERRORS.bad_request[1]
  return at(value, issue.path) === undefined ? `缺少必填字段：${field}` : `${field}的${message}`
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}
