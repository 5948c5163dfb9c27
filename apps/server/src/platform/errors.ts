import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'

/** What a service throws to refuse: the code decides HTTP status and words, both of the contract. `message` sharpens the words, `field` names the input at fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined

  constructor(code: ErrorCode, options: { message?: string; field?: string } = {}) {
    const [status, message] = ERRORS[code]
    super(options.message ?? message)
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.field = options.field
  }
}
