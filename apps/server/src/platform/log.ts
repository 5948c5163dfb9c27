import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of a process: a line of JSON each. MySQL's errors bring the statement with its values along, which may be a
 * password's hash or somebody's draft: those stay out.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, redact: { paths: ['err.sql', 'err.parameters'], remove: true } }, destination)
}
