/** The report of an import, in Chinese: what came, what did not, and what was repaired. */
import type { Ctx } from '#deps.ts'
import { iso, localTime } from '#platform/clock.ts'
import { listAllRepairs } from './import.repo.ts'
import { KINDS, kindOf, type Repair, type RepairKind } from './repairs.ts'
import type { SourceTable } from './source.ts'
import type { State } from './stage.ts'

/** As the report calls them. */
export const TABLE_NAMES: Record<SourceTable, string> = {
  users: '用户',
  admin: '管理员',
  categories: '分类',
  tags: '标签',
  posts: '笔记和草稿',
  post_images: '笔记的图片',
  post_tags: '笔记的标签',
  comments: '评论',
  likes: '赞',
  collections: '收藏',
  follows: '关注',
  notifications: '通知',
  user_sessions: '登录',
}

/** Of `users 5` and the like. */
const RECORDS: Record<string, string> = { ...TABLE_NAMES, posts: '笔记', post_images: '图片', post_tags: '标签关联' }

type Section = { kind: RepairKind; count: number; lines: string[] }

export type ImportReport = { state: State; sections: Section[] }

/** Reads what an import that is done has repaired. */
export async function loadReport({ db }: Ctx, state: State): Promise<ImportReport> {
  const sections: Section[] = []
  for (const kind of Object.keys(KINDS) as RepairKind[]) {
    const count = state.repairs[kind] ?? 0
    if (count > 0) sections.push({ kind, count, lines: (await listAllRepairs(db, kind)).map(lineOf) })
  }
  return { state, sections }
}

function lineOf({ record, old_value, new_value }: Omit<Repair, 'kind'>): string {
  const [table = '', id] = record.split(' ')
  const name = RECORDS[table]
  const values = [old_value, new_value].filter((value) => value !== '').join(' → ')
  const of = record === old_value ? '' : record
  const parts = [name && id ? `${name} ${id}` : of, values].filter((part) => part !== '')
  // What people wrote must not steer a terminal.
  return parts.join('：').replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

type Style = {
  dryRun: boolean
  timeZone: string
  /** Of each kind; those that somebody must act on are all in the file. */
  examples: number
}

/** The lines of the report. */
export function reportLines({ state, sections }: ImportReport, { dryRun, timeZone, examples }: Style): string[] {
  const time = (at: number) => localTime(timeZone)(iso(at))
  const counts = (Object.keys(TABLE_NAMES) as SourceTable[]).flatMap((table) => {
    const { read = 0, written = 0 } = state.counts[table] ?? {}
    return [
      `${pad(TABLE_NAMES[table], 14)}${padStart(read, 10)}${padStart(written, 10)}${padStart(read - written, 10)}`,
    ]
  })
  const part = (title: string, some: Section[]) =>
    some.length === 0 ? [] : ['', title, ...some.flatMap(sectionLines(examples))]
  return [
    dryRun ? `试搬 ${state.address}：什么都没有改` : `从以前的站点搬来：${state.address}`,
    `${time(state.startedAt)} 开始${state.finishedAt === null ? '' : `，${time(state.finishedAt)} 完成`}；旧数据库的时区：${state.timeZone}`,
    '',
    `${pad('', 14)}${'    旧站点'}${dryRun ? '    能搬的' : '    搬来的'}${'    没有搬'}`,
    ...counts,
    ...(state.withUploads
      ? [`--uploads 里的图片${dryRun ? '能搬' : '搬来'} ${state.pictures} 张`]
      : [
          state.uploadsAt
            ? `旧服务器上的图片没有搬，留在 ${state.uploadsAt}/`
            : '没有给 --uploads：旧服务器上的图片没有搬',
        ]),
    ...part(
      '没有搬的：',
      sections.filter(({ kind }) => kindOf(kind).lost),
    ),
    ...part(
      '改过或要知道的：',
      sections.filter(({ kind }) => !kindOf(kind).lost),
    ),
  ]
}

const sectionLines =
  (examples: number) =>
  ({ kind, count, lines }: Section): string[] => {
    const shown = lines.slice(0, examples)
    const more = count > shown.length && shown.length > 0 ? [`    …… 共 ${count} 个`] : []
    return [`  [${count}] ${kindOf(kind).label}`, ...shown.map((line) => `    ${line}`), ...more]
  }

const widthOf = (text: string) => [...text].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) ? 2 : 1), 0)
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))
const padStart = (value: number, width: number) => String(value).padStart(width)
