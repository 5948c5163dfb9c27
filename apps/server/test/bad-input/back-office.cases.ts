/** The back office: what all its resources refuse alike, and the monitor. What each field refuses is in test/admin. */
import { audits } from '@shiliu/contract/admin/audits'
import * as monitor from '@shiliu/contract/admin/monitor'
import type { AnyReading } from '@shiliu/contract/admin/resource'
import { table } from '#test/admin/table.ts'
import { type Entry, type Fields, NASTY_TEXTS, pageRows, pathIdRows, type Row } from './rows.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

/** Bodies that an update would take, where an empty one is not. */
const GOOD: Record<string, Fields> = {
  '/admin/categories': { name: '分类', category_title: 'fine' },
  '/admin/tags': { name: '标签' },
  '/admin/comments': { content: '好看' },
}

const chosenRows: Row[] = [
  ...[undefined, null, '', 'all', {}, []].map((ids) => ({
    name: `ids ${JSON.stringify(ids)}`,
    change: { ids },
    ...invalid,
    message: '请选择要删除的项目',
  })),
  ...[0, -1, 1.5, 'x', null, [1], '9'.repeat(16)].map((id) => ({
    name: `id ${JSON.stringify(id)}`,
    change: { ids: [id] },
    ...invalid,
    message: '编号不正确',
  })),
  { name: 'too many', change: { ids: Array(1001).fill(1) }, ...invalid, message: '一次最多删除1000项' },
]

/** Filters take whatever comes: nothing is found, or all. */
function filterRows({ query }: AnyReading['export']): Row[] {
  return Object.keys(query?.shape ?? {}).flatMap((filter) =>
    [...NASTY_TEXTS, 'x'.repeat(10_000), '-1', '1e3', ['1', '2']].map((value) => ({
      name: `${filter} ${String(value).slice(0, 10)}`,
      query: { [filter]: value },
      status: 200,
    })),
  )
}

function readingEntries(api: AnyReading): Entry[] {
  return [
    { endpoint: api.list, rows: [...pageRows(), ...filterRows(api.export)] },
    { endpoint: api.export, rows: filterRows(api.export) },
    { endpoint: api.get, rows: pathIdRows('record_not_found') },
  ]
}

const writtenEntries = table.flatMap(({ api }): Entry[] => {
  const { path } = api.list
  const byId = pathIdRows('record_not_found')
  return [
    ...readingEntries(api),
    { endpoint: api.create, rows: [{ name: 'nothing', body: {}, ...invalid }] },
    { endpoint: api.update, good: { params: { id: 1 }, body: GOOD[path] ?? {} }, rows: byId },
    { endpoint: api.remove, rows: byId },
    { endpoint: api.removeMany, rows: chosenRows },
    ...(api.impact ? [{ endpoint: api.impact, rows: chosenRows }] : []),
  ]
})

export const backOfficeRows = (): Entry[] => [
  ...readingEntries(audits),
  ...writtenEntries,
  {
    endpoint: monitor.activities,
    rows: ['0', '-1', 'abc', '', '1e400'].map((limit) => ({ name: `limit ${limit}`, query: { limit }, status: 200 })),
  },
  { endpoint: monitor.dashboard, rows: [{ name: 'a query', query: { days: '9999' }, status: 200 }] },
  {
    endpoint: monitor.readProblems,
    rows: [
      ...['', 'yesterday', '2026-09-31T04:00:00.000Z', '2026-09-01', '1e400', 1, true, [], {}].map((until) => ({
        name: `until ${JSON.stringify(until)}`,
        body: { until },
        ...invalid,
        message: '时间不正确',
        field: 'until',
      })),
      ...[undefined, null, '2026-09-01T04:00:00Z', '2026-09-01T04:00:00.000Z'].map((until) => ({
        name: `until ${JSON.stringify(until)}`,
        body: { until },
        status: 200,
      })),
    ],
  },
]
