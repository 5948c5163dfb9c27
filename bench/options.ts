import { parseArgs } from 'node:util'
import { MIXED, ROW_NAMES, type RowName } from './rows.ts'
import { type Engine, SIZES, type Size } from './sites.ts'

/** What is measured instead of the rows. */
export const SUBJECTS = ['workers', 'metrics', 'moves'] as const

export type Options = {
  subject: (typeof SUBJECTS)[number] | undefined
  /** Undefined means SQLite and, if reachable, MySQL. */
  engine: Engine | undefined
  sizes: Size[]
  rows: RowName[]
  mixed: boolean
  rounds: number
  /** Duration of a round. */
  seconds: number
  connections: number
  best: boolean
  json: string | undefined
  strict: boolean
  /** Measures the page in a browser instead of the server. */
  page: boolean
  /** Measures the bytes of photographs instead. */
  pictures: boolean
  /** Measures searches that are not cached instead. */
  searches: boolean
  /** Numbers of processes that are compared. */
  workers: number[]
  /** Cold loads of the page at each speed of the processor. */
  loads: number
  /** Folder of another built checkout, measured in turn. */
  against: string | undefined
  /** Moves, backs up and restores a whole site instead. */
  moves: MovesOptions | undefined
}

export type MovesOptions = { notes: number; pictures: number }

export const HELP = `npm run bench -- [${SUBJECTS.join(' | ')}] [options]

  workers            instead of the rows: several processes against one, on MySQL, as a table for docs/scaling.md
  metrics            instead of the rows: what the figures of /metrics cost, on SQLite
  moves              instead of the server: a whole site to MySQL and back, its pictures to S3 and back, backup and
                     restore on both engines; exit code 1 where anything differs
  --quick            short rounds: a first impression in a few minutes
  --engine NAME      sqlite or mysql; both without it, where MySQL is reachable (TEST_MYSQL_URL)
  --size NAME        small (1,000 notes), large (100,000) or million; the first two without it, which the comparison
                     needs
  --rows A,B         only these: ${ROW_NAMES.join(', ')}, ${MIXED}
  --rounds N         alternating rounds of each row (12; quick 8)
  --seconds N        seconds of one round (1; quick 0.3)
  --connections N    connections at once (10)
  --best             the least disturbed round of each, not the median: for a machine that does much else
  --page             instead of the server: cold loads of the feed in a browser
  --pictures         instead of the server: bytes of 20 photographs, as sent and as stored
  --searches         instead of the server: processor time of searches that are not cached, on SQLite
  --workers 1,2      numbers of processes to compare with one (2,3,4)
  --loads N          cold loads at each speed of the processor (9; quick 5)
  --against FOLDER   the same of another built checkout, in turn
  --notes N          of that site (100000)
  --files N          pictures of that site, each of two files (2000)
  --json FILE        writes all figures there, too
  --strict           exit code 1 where a target is missed
`

export class UsageError extends Error {}

/** Returns null if help is requested. Throws `UsageError`. */
export function readOptions(args: string[]): Options | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  if (positionals.length > 1) throw new UsageError(`one of ${SUBJECTS.join(', ')}`)
  const subject = oneOf('subject', positionals[0], SUBJECTS)
  // Rounds of `workers` are passes, which are long; there and back is a pair.
  const usual = subject === 'workers' ? { rounds: 2, seconds: 5 } : { rounds: 12, seconds: 1 }
  const quick = values.quick ?? false
  const rows = values.rows?.split(',').map((name) => oneOf('rows', name, [...ROW_NAMES, MIXED])) ?? [
    ...ROW_NAMES,
    MIXED,
  ]
  return {
    subject,
    workers: processCounts(values.workers ?? '2,3,4'),
    engine: oneOf('engine', values.engine, ['sqlite', 'mysql'] as const),
    sizes: values.size ? [oneOf('size', values.size, SIZES) ?? 'small'] : ['small', 'large'],
    rows: ROW_NAMES.filter((name) => rows.includes(name)),
    mixed: rows.includes(MIXED),
    rounds: positive('rounds', values.rounds, quick ? Math.ceil((usual.rounds * 2) / 3) : usual.rounds),
    seconds: positive('seconds', values.seconds, quick ? usual.seconds * 0.3 : usual.seconds),
    connections: positive('connections', values.connections, 10),
    best: values.best ?? false,
    json: values.json,
    strict: values.strict ?? false,
    page: values.page ?? false,
    pictures: values.pictures ?? false,
    searches: values.searches ?? false,
    loads: positive('loads', values.loads, quick ? 5 : 9),
    against: values.against,
    moves:
      subject === 'moves'
        ? { notes: positive('notes', values.notes, 100_000), pictures: positive('files', values.files, 2000) }
        : undefined,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        best: { type: 'boolean' },
        engine: { type: 'string' },
        size: { type: 'string' },
        rows: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        connections: { type: 'string' },
        json: { type: 'string' },
        strict: { type: 'boolean' },
        page: { type: 'boolean' },
        pictures: { type: 'boolean' },
        searches: { type: 'boolean' },
        workers: { type: 'string' },
        loads: { type: 'string' },
        against: { type: 'string' },
        notes: { type: 'string' },
        files: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function oneOf<T extends string>(option: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined
  const found = known.find((name) => name === value)
  if (!found) throw new UsageError(`${option}: ${known.join(', ')}`)
  return found
}

/** One process is always among them, since the others are compared to it. */
function processCounts(list: string): number[] {
  const counts = list.split(',').map((count) => positive('workers', count, 1))
  if (!counts.every((count) => Number.isInteger(count) && count <= 16))
    throw new UsageError('--workers: 1 to 16, as 2,4')
  return [...new Set([1, ...counts])].toSorted((a, b) => a - b)
}

function positive(option: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback)
  if (!(value > 0)) throw new UsageError(`--${option}: a number above 0`)
  return value
}
