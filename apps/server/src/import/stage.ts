/** What an import is made of: stages that read an old table in batches and write each batch in one transaction. */
import type { Ctx } from '#deps.ts'
import type { Times } from './old-values.ts'
import type { Findings, RepairKind } from './repairs.ts'
import type { Source, SourceRow, SourceTable } from './source.ts'

type Count = { read: number; written: number }

/** How far the import has come; stored with each batch. */
export type State = {
  /** Tells the old site from others. */
  source: string
  /** Its address, for the report. */
  address: string
  timeZone: string
  startedAt: number
  finishedAt: number | null
  /** Whether the report was written; absent in what older versions stored. */
  reported?: boolean
  withUploads: boolean
  /** Where the pictures stay; absent for a folder. */
  uploadsAt?: string
  /** Names of stages. */
  done: string[]
  /** Of the stage that runs: the last id of the last batch, and the last time that could be believed. */
  after: number
  lastTime: number
  counts: Partial<Record<SourceTable, Count>>
  repairs: Partial<Record<RepairKind, number>>
  /** Hosts at whose addresses pictures of the folder were. */
  hosts: string[]
  pictures: number
}

export type Run = {
  ctx: Ctx
  source: Source
  /** The old site's folder of pictures; null where none was given. */
  uploads: string | null
  /** Where these pictures are on the web and stay, instead of a folder; without a slash at its end. */
  uploadsAt: string | null
  /** Nothing but a database that is thrown away afterwards. */
  dryRun: boolean
  /** Pictures that were looked at, with or without success. */
  tried: Set<string>
}

/** A batch within its transaction. What it changes in `state` is stored with it. */
export type Batch = {
  t: Ctx
  run: Run
  rows: SourceRow[]
  state: State
  times: Times
  findings: Findings
}

type Described = {
  name: string
  /** For the progress bar. */
  label: string
  table: SourceTable
  limit: number
  /** Reads only the rows of which this column names a file. */
  withUploads?: string
}

/** Returns how many of the rows were written. */
type Write<P extends unknown[]> = (batch: Batch, ...prepared: P) => Promise<number>

export type Stage = Described & {
  /** What is done before the transaction; returns what is done in it. */
  begin(run: Run, rows: SourceRow[]): Promise<Write<[]>>
}

/** `prepare` is what is done before the transaction: reading more, converting pictures. */
export function stageWith<P>(
  stage: Described & { prepare(run: Run, rows: SourceRow[]): Promise<P>; write: Write<[P]> },
): Stage {
  return {
    ...stage,
    async begin(run, rows) {
      const prepared = await stage.prepare(run, rows)
      return (batch) => stage.write(batch, prepared)
    },
  }
}

/** A stage that needs nothing but its rows. */
export const stage = (described: Described & { write: Write<[]> }): Stage => ({
  ...described,
  begin: async () => described.write,
})

/** Adds to the counts of a table. */
export function countRows(state: State, table: SourceTable, read: number, written: number): void {
  const before = state.counts[table] ?? { read: 0, written: 0 }
  state.counts[table] = { read: before.read + read, written: before.written + written }
}
