/** Brings the content of a site of version 1.1 into an empty one, in batches that a later run goes on from. */
import type { Ctx } from '#deps.ts'
import { FIRST_CATEGORIES } from '#modules/categories/first-categories.service.ts'
import type { Db } from '#platform/db/client.ts'
import { insertMark } from '#platform/db/marks.ts'
import { livingNodes } from '#platform/db/nodes.ts'
import { tx } from '#platform/db/tx.ts'
import { adminsStage, usersStage } from './accounts.ts'
import { commentsStage } from './comments.ts'
import { COUNTED, continueAllIds, countSome } from './finish.ts'
import {
  countRows as countTable,
  deleteCategories,
  deleteShadowedIds,
  hasContent,
  insertRows,
  listCategoryNames,
  readState,
  writeState,
} from './import.repo.ts'
import { categoriesStage, tagsStage } from './names.ts'
import { notificationsStage } from './notifications.ts'
import { pictureStages } from './old-uploads.ts'
import { postsStage } from './posts.ts'
import { collectionsStage, followsStage, likesStage } from './reactions.ts'
import { type Findings, LOST_LISTED_MAX, newFindings } from './repairs.ts'
import { TABLE_NAMES } from './report.ts'
import type { Source, SourceTable } from './source.ts'
import { countRows, type Run, type Stage, type State } from './stage.ts'

/** Why the import cannot begin or go on, in words for whoever runs it. */
export class ImportError extends Error {}

type Options = {
  source: Source
  uploads: string | null
  uploadsAt?: string | null
  dryRun?: boolean
  progress?: (label: string, done: number, total: number) => void
}

const ROWS: readonly Stage[] = [
  usersStage,
  adminsStage,
  categoriesStage,
  tagsStage,
  postsStage,
  commentsStage,
  likesStage,
  collectionsStage,
  followsStage,
  notificationsStage,
]

/**
 * Resumes an interrupted import; where all rows are there and only the report was not written, returns at once what is
 * to be in it. Throws `ImportError` where the site has content or is being served, `SourceError` where the old database
 * does not answer.
 */
export async function importSite(ctx: Ctx, options: Options): Promise<State> {
  const { source, uploads, uploadsAt = null, dryRun = false, progress = () => undefined } = options
  const run: Run = { ctx, source, uploads, uploadsAt, dryRun, tried: new Set() }
  let state = await begin(run)
  if (state.finishedAt !== null) return state
  const stages: readonly Stage[] = [...(uploads === null ? [] : pictureStages), ...ROWS]
  for (const stage of stages) state = await runStage(run, stage, state, progress)
  for (const table of COUNTED) state = await runCounting(run, table, state, progress)
  await continueAllIds(ctx, source)
  return finish(run, state)
}

/** Throws `ImportError`. Changes nothing but that the categories of a new site go. */
async function begin(run: Run): Promise<State> {
  const { ctx, source, uploads, uploadsAt } = run
  const nodes = (await livingNodes(ctx.db, ctx.engine)).map(({ host, pid }) => `${host}（进程 ${pid}）`)
  if (nodes.length > 0) throw new ImportError(`这个站点正在运行：${nodes.join('、')}。先停下它们`)
  const [first] = await source.read('users', { after: 0, limit: 1 })
  const id = `${source.database} ${first?.id ?? 0} ${first?.user_id ?? ''}`
  const stored = await readState(ctx.db)
  if (stored !== undefined) return resume(JSON.parse(stored), id, run)
  await requireEmpty(ctx.db)
  const state: State = {
    source: id,
    address: source.address,
    timeZone: source.timeZone,
    startedAt: ctx.clock.now(),
    finishedAt: null,
    reported: false,
    withUploads: uploads !== null,
    ...(uploadsAt !== null && { uploadsAt }),
    done: [],
    after: 0,
    lastTime: 0,
    counts: {},
    repairs: {},
    hosts: [],
    pictures: 0,
  }
  await tx(ctx, async (t) => {
    await deleteCategories(t.db)
    await insertMark(t.db, 'first-categories', 1)
    // Their old addresses at this site lead there.
    if (uploadsAt !== null) await insertRows(t.db, 'imports', [{ name: 'uploads', value: uploadsAt }])
    await writeState(t.db, JSON.stringify(state))
  })
  return state
}

/**
 * Throws `ImportError` where the site has content. One that was only started has its first categories and
 * administrator.
 */
export async function requireEmpty(db: Db): Promise<void> {
  const names = new Set(FIRST_CATEGORIES.map(({ name }) => name))
  const isNew = !(await hasContent(db)) && (await listCategoryNames(db)).every((name) => names.has(name))
  if (!isNew) throw new ImportError('这个站点里已经有内容，只能搬进空的站点。换一个空的 DATA_DIR 或数据库')
}

function resume(state: State, id: string, { uploads, uploadsAt }: Run): State {
  if (state.finishedAt !== null && state.reported !== false) {
    throw new ImportError(`这个站点已经在 ${new Date(state.finishedAt).toISOString()} 搬完了，不能再搬一次`)
  }
  if (state.source !== id) throw new ImportError(`上次搬的是 ${state.address}，还没有搬完；这次的 --from 是另一个站点`)
  if (state.withUploads && uploadsAt !== null) {
    throw new ImportError('上次的 --uploads 是一个目录，接着搬也要写目录')
  }
  if ((state.uploadsAt ?? null) !== uploadsAt)
    throw new ImportError(
      state.uploadsAt
        ? `上次的 --uploads 是 ${state.uploadsAt}，接着搬要写一样的`
        : '上次没有给 --uploads 地址，接着搬也不要给',
    )
  if (state.withUploads !== (uploads !== null)) {
    throw new ImportError(
      state.withUploads ? '上次给了 --uploads，接着搬也要给' : '上次没有给 --uploads，接着搬也不要给',
    )
  }
  return state
}

/** From here on the import is not repeated, not even for its report. */
export function noteReported({ db }: Pick<Ctx, 'db'>, state: State): Promise<void> {
  return writeState(db, JSON.stringify({ ...state, reported: true } satisfies State))
}

type Progress = NonNullable<Options['progress']>

async function runStage(run: Run, stage: Stage, before: State, progress: Progress): Promise<State> {
  let state = before
  if (state.done.includes(stage.name)) return state
  const filter = stage.withUploads
  const total = await run.source.count(stage.table, filter)
  for (let done = 0; ; ) {
    const options = { after: state.after, limit: stage.limit, withUploads: filter }
    const rows = await run.source.read(stage.table, options)
    const last = rows.at(-1)?.id
    const write = last === undefined ? async () => 0 : await stage.begin(run, rows)
    state = await store(run, state, async (t, next, findings) => {
      if (last === undefined) return endStage(next, stage.name)
      const times = { table: stage.table, last: next.lastTime, now: next.startedAt }
      const written = await write({ t, run, rows, state: next, times, findings })
      next.after = last
      next.lastTime = times.last
      // Pictures are not rows: their tables are read again.
      if (filter === undefined) countRows(next, stage.table, rows.length, written)
    })
    done += rows.length
    progress(stage.label, Math.min(done, total), total)
    if (last === undefined) return state
  }
}

async function runCounting(
  run: Run,
  table: (typeof COUNTED)[number],
  before: State,
  progress: Progress,
): Promise<State> {
  const name = `count ${table}`
  let state = before
  if (state.done.includes(name)) return state
  const total = await countTable(run.ctx.db, table)
  for (let done = 0; ; ) {
    let counted: Awaited<ReturnType<typeof countSome>>
    state = await store(run, state, async (t, next) => {
      counted = await countSome(t, table, next.after)
      if (counted) next.after = counted.last
      else endStage(next, name)
    })
    done += counted?.rows ?? 0
    progress(`核对${TABLE_NAMES[table]}`, Math.min(done, total), total)
    if (!counted) return state
  }
}

function endStage(state: State, name: string): void {
  state.done.push(name)
  state.after = 0
  state.lastTime = 0
}

/** A batch: one transaction that also stores how far it came and what it repaired. Returns the new state. */
async function store(
  { ctx }: Run,
  before: State,
  work: (t: Ctx, next: State, findings: Findings) => Promise<void>,
): Promise<State> {
  return tx(ctx, async (t) => {
    const next = structuredClone(before)
    const findings = newFindings()
    await work(t, next, findings)
    await insertRows(t.db, 'import_repairs', findings.listed(before.repairs))
    for (const [kind, n] of findings.counts) next.repairs[kind] = (next.repairs[kind] ?? 0) + n
    await writeState(t.db, JSON.stringify(next))
    return next
  })
}

/** Counts what was read through nothing that came, and lists it. */
async function finish(run: Run, before: State): Promise<State> {
  const { source } = run
  const sizes = new Map<SourceTable, number>()
  for (const table of ['post_images', 'post_tags', 'user_sessions'] as const)
    sizes.set(table, await source.count(table))
  const images = await source.readWithoutPost('post_images', LOST_LISTED_MAX)
  const tags = await source.readWithoutPost('post_tags', LOST_LISTED_MAX)
  return store(run, before, async (t, next, findings) => {
    for (const { id, image_url } of images) findings.note('image_post', `post_images ${id}`, image_url)
    for (const { id, post_id, tag_id } of tags)
      findings.note('tag_post', `post_tags ${id}`, `posts ${post_id}`, `tags ${tag_id}`)
    for (const [table, kind, listed] of [
      ['post_images', 'image_post', images.length],
      ['post_tags', 'tag_post', tags.length],
      ['user_sessions', 'session', 0],
    ] as const) {
      const left = Math.max(0, (sizes.get(table) ?? 0) - (next.counts[table]?.read ?? 0))
      countRows(next, table, left, 0)
      if (left > listed) next.repairs[kind] = (next.repairs[kind] ?? 0) + left - listed
    }
    await deleteShadowedIds(t.db)
    next.finishedAt = run.ctx.clock.now()
  })
}
