/** The answer to whatever was thrown (docs/api.md#error-words). */
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isDiskFull } from '../db/errors.ts'
import { AppError, databaseUnavailable, diskFull } from '../errors.ts'

type ErrorBody = { code: number; message: string; error: ErrorCode; field?: string; ticket?: string }

function errorBody(error: AppError): ErrorBody {
  const body: ErrorBody = { code: error.status, message: error.message, error: error.code }
  if (error.field) body.field = error.field
  if (error.ticket) body.ticket = error.ticket
  return body
}

function fromFastify(error: FastifyError): AppError | null {
  if (error.statusCode === 413) return new AppError('payload_too_large')
  if (error.statusCode === 415) return new AppError('unsupported_media_type')
  if (error.statusCode === 429) return new AppError('too_many_requests')
  if (error.statusCode === 404) return new AppError('not_found')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('bad_request')
  }
  return null
}

type Notes = {
  fault(request: FastifyRequest, error: unknown): void
  refusal(request: FastifyRequest, error: AppError): void
}

/** Faults are logged, recorded and answered without details: 503 while the database is away or the disk full. */
export function handleErrors(app: FastifyInstance, note: Notes): void {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const answer = error instanceof AppError ? error : (fromFastify(error) ?? fromFault(error))
    if (answer.cause !== undefined) {
      request.log.error({ err: answer.cause }, 'request failed')
      note.fault(request, answer.cause)
    } else if (answer.status < 500) note.refusal(request, answer)
    return send(reply, answer)
  })
}

function fromFault(cause: unknown): AppError {
  if (isDiskFull(cause)) return diskFull(cause)
  return isDatabaseUnavailable(cause) ? databaseUnavailable(cause) : new AppError('internal', { cause })
}

/** Writes headers that every answer has, or answers itself and leaves `done` out. */
export type HeadersHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/** For URLs that the router rejects, without running any hook: a malformed escape, an overlong id. */
export function answerBadAddress(hooks: readonly HeadersHook[]) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = () => void send(reply, new AppError('not_found'))
    hooks.reduceRight<() => void>((next, hook) => () => hook(request, reply, next), answer)()
  }
}

function send(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
  return reply.status(ERRORS[error.code][0]).type('application/json; charset=utf-8').send(errorBody(error))
}
