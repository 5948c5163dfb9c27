/** The log of the server. */
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTrace } from './trace.ts'

/** How parts of the platform write to the log; those that need one level take `Pick<Log, 'warn'>`. */
export type Log = Record<'info' | 'warn' | 'error' | 'fatal', (details: object, message: string) => void>

/** MySQL errors carry the statement with its values, possibly a password hash or a draft, so those are removed. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const redact = { paths: ['err.sql', 'err.parameters'], remove: true }
  return pino({ level, redact, mixin: traceFields }, destination)
}

/** Of the request that a line is written for. */
function traceFields(): object {
  const trace = currentTrace()
  return trace ? { traceId: trace.traceId } : {}
}
