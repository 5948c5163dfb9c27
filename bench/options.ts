import { parseArgs } from 'node:util'
import { MIXED, ROW_NAMES, type RowName } from './rows.ts'
import { type Engine, SIZES, type Size } from './sites.ts'

export type Options = {
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
  /** Cold loads of the page at each speed of the processor. */
  loads: number
  /** Folder of another built checkout, measured in turn. */
  against: string | undefined
}

export const HELP = `npm run bench -- [options]

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
  --loads N          cold loads at each speed of the processor (9; quick 5)
  --against FOLDER   the same of another built checkout, in turn
  --json FILE        writes all figures there, too
  --strict           exit code 1 where a target is missed
`

export class UsageError extends Error {}

/** Returns null if help is requested. Throws `UsageError`. */
export function readOptions(args: string[]): Options | null {
  const { values } = parse(args)
  if (values.help) return null
  const quick = values.quick ?? false
  const rows = values.rows?.split(',').map((name) => oneOf('rows', name, [...ROW_NAMES, MIXED])) ?? [
    ...ROW_NAMES,
    MIXED,
  ]
  return {
    engine: oneOf('engine', values.engine, ['sqlite', 'mysql'] as const),
    sizes: values.size ? [oneOf('size', values.size, SIZES) ?? 'small'] : ['small', 'large'],
    rows: ROW_NAMES.filter((name) => rows.includes(name)),
    mixed: rows.includes(MIXED),
    rounds: positive('rounds', values.rounds, quick ? 8 : 12),
    seconds: positive('seconds', values.seconds, quick ? 0.3 : 1),
    connections: positive('connections', values.connections, 10),
    best: values.best ?? false,
    json: values.json,
    strict: values.strict ?? false,
    page: values.page ?? false,
    pictures: values.pictures ?? false,
    searches: values.searches ?? false,
    loads: positive('loads', values.loads, quick ? 5 : 9),
    against: values.against,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
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
        loads: { type: 'string' },
        against: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function oneOf<T extends string>(option: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined
  const found = known.find((name) => name === value)
  if (!found) throw new UsageError(`--${option}: ${known.join(', ')}`)
  return found
}

function positive(option: string, text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback)
  if (!(value > 0)) throw new UsageError(`--${option}: a number above 0`)
  return value
}
