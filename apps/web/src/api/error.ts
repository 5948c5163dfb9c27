import { waitTime } from '@shiliu/contract/text'

type Detail = { field?: string; error?: string; retryAfter?: number; ticket?: string }

/** status 0 means that no response arrived. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  field: string | undefined
  /** The server's error code, a key of the contract's ERRORS. */
  error: string | undefined
  /** Seconds after which the server lets it be tried again. */
  retryAfter: number | undefined
  /** Sent back in the next request as proof (`account_deleted`). */
  ticket: string | undefined

  constructor(status: number, message: string, detail: Detail = {}) {
    super(message)
    this.status = status
    this.field = detail.field
    this.error = detail.error
    this.retryAfter = detail.retryAfter
    this.ticket = detail.ticket
  }
}

export const NETWORK_FAILED = '网络连接失败，请检查网络设置'
export const SESSION_ENDED = '会话已过期，已自动退出登录'

const MESSAGES: Record<number, string> = {
  401: '未授权访问',
  403: '禁止访问',
  404: '资源不存在',
  500: '服务器内部错误',
}

/** Of a proxy, whose answer has no words of ours. */
const PASSING: Record<number, string> = {
  429: '操作太频繁',
  502: '服务暂时不可用',
  503: '服务暂时不可用',
  504: '服务暂时不可用',
}

function wordsFor(status: number, retryAfter?: number): string {
  const fault = PASSING[status]
  if (!fault) return MESSAGES[status] ?? `请求失败 (${status})`
  return `${fault}，请${retryAfter === undefined ? '稍后' : ` ${waitTime(retryAfter)}后`}再试`
}

export type Envelope = {
  code?: number
  message?: string
  data?: unknown
  error?: string
  field?: string
  ticket?: string
}

export function toApiError(status: number, body: Envelope | null, retryAfter?: number): ApiError {
  const message = body?.message || wordsFor(status, retryAfter)
  return new ApiError(status, message, { field: body?.field, error: body?.error, retryAfter, ticket: body?.ticket })
}

export function networkError(): ApiError {
  return new ApiError(0, NETWORK_FAILED)
}

export function sessionEndedError(): ApiError {
  return new ApiError(401, SESSION_ENDED, { error: 'session_ended' })
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/** The message to show for a failed action: a server's fault is not explained, unless it says how long it lasts. */
export function actionErrorMessage(error: unknown, fallback: string): string {
  const explained = error instanceof ApiError && (error.status < 500 || error.retryAfter !== undefined)
  return explained ? messageOf(error, fallback) : fallback
}
