/** Errors that the API answers with. */
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import { waitTime } from '@shiliu/contract/text'

/** What services throw. The code decides status and message (contract/errors.ts); `field` names the wrong input. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  /** Seconds, for the message and the header `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Sent back in the next request as proof (`account_deleted`). */
  readonly ticket: string | undefined

  /** `cause` is a fault of the server, which is logged. */
  constructor(
    code: ErrorCode,
    options: { message?: string; field?: string; retryAfter?: number; ticket?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? messageOf(code, options.retryAfter), options.cause ? { cause: options.cause } : undefined)
    this.code = code
    this.status = ERRORS[code][0]
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.ticket = options.ticket
  }
}

/** 请稍后再试 says how long where that is known. */
function messageOf(code: ErrorCode, retryAfter: number | undefined): string {
  const message: string = ERRORS[code][1]
  return retryAfter === undefined ? message : message.replace('请稍后', `请 ${waitTime(retryAfter)}后`)
}

/** Long enough for a service that restarts. */
const RESTART_SECONDS = 10

/** The database does not answer, or refuses what it would take at another time. */
export function databaseUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RESTART_SECONDS, cause })
}

/** Pictures cannot be stored now. */
export function storageUnavailable(cause: unknown): AppError {
  const message = `图片暂时无法保存，请 ${RESTART_SECONDS} 秒后再试`
  return new AppError('unavailable', { message, retryAfter: RESTART_SECONDS, cause })
}

/** Nothing can be written, but read. */
export function diskFull(cause: unknown): AppError {
  return new AppError('unavailable', { message: '服务器的磁盘已满，暂时无法保存，请稍后再试', retryAfter: 60, cause })
}
