import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import { waitTime } from '@shiliu/contract/text'

/** What services throw. The code decides status and message (contract/errors.ts); `field` names the wrong input. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  /** Seconds, for the message and the header `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: { message?: string; field?: string; retryAfter?: number } = {}) {
    super(options.message ?? messageOf(code, options.retryAfter))
    this.code = code
    this.status = ERRORS[code][0]
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

/** 请稍后再试 says how long where that is known. */
function messageOf(code: ErrorCode, retryAfter: number | undefined): string {
  const message: string = ERRORS[code][1]
  return retryAfter === undefined ? message : message.replace('请稍后', `请 ${waitTime(retryAfter)}后`)
}

/** Long enough for a database that restarts. */
export const databaseUnavailable = () => new AppError('unavailable', { retryAfter: 10 })
