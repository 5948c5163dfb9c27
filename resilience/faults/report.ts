export type Outcome = {
  name: string
  served: number
  /** With 503. */
  refused: number
  longestMs: number
  deadlineMs: number
  /** After the end of the fault; null where it took too long. */
  recoveryMs: number | null
  wrong: string[]
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export function printTable(outcomes: Outcome[]): void {
  say('\n| Fault | Served | 503 | Longest wait (at most) | All served again after |')
  say('|---|---|---|---|---|')
  for (const { name, served, refused, longestMs, deadlineMs, recoveryMs } of outcomes) {
    const waits = deadlineMs > 0 ? `${seconds(longestMs)} (${seconds(deadlineMs)})` : ''
    const back = deadlineMs === 0 ? '' : recoveryMs === null ? 'not' : seconds(recoveryMs)
    say(`| ${name} | ${served} | ${refused} | ${waits} | ${back} |`)
  }
  for (const { name, wrong } of outcomes) for (const line of wrong) say(`FAIL ${name}: ${line}`)
}
