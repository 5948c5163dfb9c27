/** Who signed in, was refused or changed what, in files apart from the log (docs/operations.md#安全日志). */
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'
import { type Clock, isoDate, MINUTE_MS } from './clock.ts'
import type { Log } from './log.ts'

/** Who sent a request. The port is unknown behind a proxy that does not tell it. */
export type Sender = { ip: string; port: number | null; requestId: string }

type SecurityEvent = {
  event: string
  /** `done`, or the code of the error. */
  outcome: string
  /** `user:5` or `admin:1`, as far as it is known. */
  account: string | undefined
  from: Sender
  /** What was typed as the account's name, which record was written … */
  [detail: string]: unknown
}

export type SecurityLog = {
  note(entry: SecurityEvent): void
  /** Deletes the files of days before. */
  purgeBefore(time: number): void
}

/** Floods of refusals must not fill the disk: of one address so many a minute are noted, of equal ones the first. */
const REFUSALS_A_MINUTE = 600
const KEYS = 20_000
const FILE = /^security-(\d{4}-\d{2}-\d{2})\.log$/

type Options = { dir: string; clock: Clock; log: Pick<Log, 'error'> }

/** A file for each day (UTC), one JSON object a line. What cannot be written is a fault in the log; nobody waits. */
export function openSecurityLog({ dir, clock, log }: Options): SecurityLog {
  const lately = new LRUCache<string, number>(atMost(KEYS))

  function isFlood({ event, outcome, account, from, name }: SecurityEvent, now: number): boolean {
    if (outcome === 'done') return false
    const minute = `${Math.floor(now / MINUTE_MS)} ${from.ip}`
    const count = (lately.get(minute) ?? 0) + 1
    const same = `${minute} ${event} ${outcome} ${account} ${name}`
    const isRepeat = lately.has(same)
    lately.set(same, 1)
    if (!isRepeat) lately.set(minute, count)
    return isRepeat || count > REFUSALS_A_MINUTE
  }

  function append(day: string, line: string): void {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    appendFileSync(join(dir, `security-${day}.log`), line, { mode: 0o600 })
  }

  return {
    note(entry) {
      const now = clock.now()
      if (isFlood(entry, now)) return
      const { event, outcome, account, from, ...details } = entry
      const { ip: address, port, requestId } = from
      const line = { time: new Date(now), event, outcome, account, address, port, requestId, ...details }
      try {
        append(isoDate(now), `${JSON.stringify(line)}\n`)
      } catch (error) {
        log.error({ err: error, event }, 'the security log could not be written')
      }
    },
    purgeBefore(time) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      for (const file of readdirSync(dir)) {
        const day = FILE.exec(file)?.[1]
        if (day && day < isoDate(time)) rmSync(join(dir, file), { force: true })
      }
    },
  }
}
