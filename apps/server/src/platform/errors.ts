import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'

/**
 * The one error that services throw for something the caller can mend or must know. Its code decides HTTP status and
 * Chinese message (contract/errors.ts); `field` names the input it belongs to.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined

  constructor(code: ErrorCode, options: { message?: string; field?: string } = {}) {
    super(options.message ?? ERRORS[code][1])
    this.code = code
    this.status = ERRORS[code][0]
    this.field = options.field
  }
}
