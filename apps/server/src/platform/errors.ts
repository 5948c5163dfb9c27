import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'

/** What services throw. The code decides status and message (contract/errors.ts); `field` names the wrong input. */
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
