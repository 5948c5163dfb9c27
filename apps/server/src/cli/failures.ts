/** What stops a long command, in words for whoever began it. */
import { BackupError } from '#platform/backup/archive.ts'
import { NoAnswerError } from '#platform/breaker.ts'
import { ConfigError } from '#platform/config.ts'
import { CopyError } from '#platform/db/copying/portable.ts'
import { isDatabaseUnavailable, isDiskFull } from '#platform/db/errors.ts'
import { AppError } from '#platform/errors.ts'
import { UserError } from './command-context.ts'

/** Somebody has stopped the command, or the terminal went away. */
class InterruptedError extends Error {}

/** The site that was closed could not be opened again; its cause is why the command had stopped before. */
class StillReadOnlyError extends Error {}

/** Ctrl+C, a supervisor's stop, a lost connection. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `work` with a signal that these abort, so that it can clean up before the process ends. */
export async function stoppable<R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const stop = new AbortController()
  const onSignal = () => stop.abort(new InterruptedError())
  for (const name of STOP_SIGNALS) process.on(name, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, onSignal)
  }
}

/** Opens the site again after `error`, and throws that, or what has interrupted `work` of `stoppable`. */
export async function reopenAfter(error: unknown, signal: AbortSignal, open: () => Promise<void>): Promise<never> {
  const cause = signal.aborted ? signal.reason : error
  await open().catch(() => {
    throw new StillReadOnlyError(undefined, { cause })
  })
  throw cause
}

/** `translate` gets the failure and the sentence that says whether the site is open again or still read-only. */
export function moveFailure(
  error: unknown,
  translate: (error: unknown, state: string) => unknown,
  { asBefore, readOnly }: { asBefore: string; readOnly: string },
): unknown {
  if (!(error instanceof StillReadOnlyError)) return translate(error, asBefore)
  const { cause } = error
  const told = translate(cause, readOnly)
  if (told !== cause || !(cause instanceof Error)) return told
  return new UserError(`${cause instanceof UserError ? cause.message : cause.stack}\n${readOnly}`)
}

/** `state` says what is left as it was and how to go on. A bug stays as it is. */
export function toUserError(error: unknown, state: string): unknown {
  const words = wordsFor(error)
  return words === null ? error : new UserError(`${words}。${state}`)
}

function wordsFor(error: unknown): string | null {
  if (error instanceof InterruptedError) return '已中断'
  if (error instanceof CopyError || error instanceof BackupError) return error.message
  // Of the object storage; its cause is what it answered, or that it did not.
  if (error instanceof AppError && error.code === 'unavailable')
    return error.cause instanceof NoAnswerError ? STORAGE_SILENT : (storageWords(error.cause) ?? error.message)
  if (error instanceof ConfigError && error.message.startsWith('DATABASE_URL: '))
    return `连接不上数据库，请检查它的地址：${error.message.slice('DATABASE_URL: '.length)}`
  const { path, code: given } = error as NodeJS.ErrnoException
  const code = String(given)
  if (code.startsWith('SQLITE_IOERR')) return `写不进磁盘（${code}）`
  const words = databaseWords(error)
  if (words !== null) return words
  if (/^E[A-Z]+$/.test(code) && !NETWORK.test(code)) return `磁盘上的文件读写不了（${path ? `${path}：` : ''}${code}）`
  return storageWords(error)
}

/** Of a database that is away or cannot write; null for any other error. */
export function databaseWords(error: unknown): string | null {
  if (error instanceof NoAnswerError) return '数据库没有回答'
  if (isDiskFull(error)) return '磁盘满了'
  return isDatabaseUnavailable(error) ? `数据库不能用：${(error as Error).message}` : null
}

const STORAGE_SILENT = '对象存储（S3_ENDPOINT）没有回答'
const NETWORK = /^(?:ECONN\w+|E\w+UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EPROTO)$/

/** Of an object storage; null for what is none of its errors. */
export function storageWords(error: unknown): string | null {
  if (isTimeout(error)) return STORAGE_SILENT
  if (!(error instanceof Error)) return null
  const { code, name, message, $metadata } = error as Error & {
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  if ($metadata?.httpStatusCode) return `对象存储拒绝了（${name}：${message}），请检查 .env 里的 S3_*`
  return NETWORK.test(code ?? '') ? `连接不上对象存储（S3_ENDPOINT）：${code}` : null
}

const isTimeout = (error: unknown) => error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name)
