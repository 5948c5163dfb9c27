import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'

/**
 * The error that services throw for anything a caller can fix or must know. The code decides HTTP status and Chinese
 * message (contract/errors.ts); `field` names the input it belongs to.
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
