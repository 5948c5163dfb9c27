/** Names statements that take long, by the functions that wait for them: a statement's text alone is found nowhere. */
import type { Log } from '../log.ts'
import type { OnAnswer } from './client.ts'

type Options = {
  /** Milliseconds; 0 names none. */
  thresholdMs: number
  log: Pick<Log, 'warn'>
  /** Of each, whether or not it is logged. `statement` is the innermost function's name. */
  onSlow(statement: string): void
  /** In milliseconds. */
  clock?: { now(): number }
}

/** The same statement is logged once in this time, with how many were not. */
const REPEAT_MS = 10_000
const NAMES_MAX = 200
const SHOWN = 4
const SQL_MAX = 300

/** Logs `slow statement` without its values. To be called within the functions that wait for the statement. */
export function slowStatements({ thresholdMs, log, onSlow, clock = performance }: Options): OnAnswer {
  const logged = new Map<string, { at: number; left: number }>()
  return (sql, ms) => {
    if (thresholdMs === 0 || ms < thresholdMs) return
    const by = waitingFunctions().slice(0, SHOWN)
    const statement = by[0] ?? kindOf(sql)
    onSlow(statement)
    const now = clock.now()
    const known = logged.get(statement)
    if (known && now - known.at < REPEAT_MS) {
      known.left++
      return
    }
    if (logged.size >= NAMES_MAX) logged.clear()
    logged.set(statement, { at: now, left: 0 })
    const left = known?.left ?? 0
    const line = { ms: Math.round(ms), statement, by, sql: sql.slice(0, SQL_MAX), ...(left > 0 && { notLogged: left }) }
    log.warn(line, 'slow statement')
  }
}

/** Of the innermost function that waits for it, or its kind. To be called as `slowStatements`. */
export const statementName = (sql: string): string => waitingFunctions()[0] ?? kindOf(sql)

/** `select posts`. */
export function kindOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+[`"]?(\w+)/i.exec(sql) ?? []
  return `${verb} ${table}`.trim().toLowerCase()
}

/** What every statement passes through, in the bundle too, where all is one file. */
const PASSED =
  /^(?:log|onAnswer|onSlow|statement|statementName|nameOf|traced|waitingFunctions|execute\w*|provideConnection|counting|run|tx|committed|inTransactionScope|answered|attempt\w*|inTurn|readOnce|read|withWaitBudget|load|get|then|consumer|transaction|closed?)$/
const FRAMES = 50

/** The names of our functions that wait for what runs now, the innermost first. */
function waitingFunctions(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  let sites: NodeJS.CallSite[] = []
  try {
    Error.stackTraceLimit = FRAMES
    // As they are: with source maps, the text of a stack would hold the event loop until they are read.
    Error.prepareStackTrace = (_error, found) => {
      sites = found
      return ''
    }
    void new Error().stack
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    Error.prepareStackTrace = prepareStackTrace
  }
  return sites.filter(isOurs).flatMap((site) => {
    // The bundler numbers those of one name.
    const name = site.getFunctionName()?.split('.').at(-1)?.replace(/\d+$/, '') ?? ''
    return name === '' || PASSED.test(name) ? [] : [name]
  })
}

function isOurs(site: NodeJS.CallSite): boolean {
  const file = site.getFileName() ?? ''
  return file !== '' && !file.startsWith('node:') && !/\/node_modules\/|\/platform\/db\//.test(file)
}
