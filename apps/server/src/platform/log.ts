/** The log of the server. */
import { type DestinationStream, type Logger, pino } from 'pino'

/** How parts of the platform write to the log; those that need one level take `Pick<Log, 'warn'>`. */
export type Log = Record<'info' | 'warn' | 'error' | 'fatal', (details: object, message: string) => void>

/** MySQL errors carry the statement with its values, possibly a password hash or a draft, so those are removed. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, redact: { paths: ['err.sql', 'err.parameters'], remove: true } }, destination)
}
