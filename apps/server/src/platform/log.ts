import { type DestinationStream, type Logger, pino } from 'pino'

/** MySQL errors carry the statement with its values, possibly a password hash or a draft, so those are removed. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, redact: { paths: ['err.sql', 'err.parameters'], remove: true } }, destination)
}
