/** The back office: input that all resources reject alike, and the monitor. For single fields see test/admin. */
import { audits } from '@shiliu/contract/admin/audits'
import * as monitor from '@shiliu/contract/admin/monitor'
import type { AnyReadOnlyResource } from '@shiliu/contract/admin/resource'
import * as settings from '@shiliu/contract/admin/settings'
import * as setup from '@shiliu/contract/admin/setup'
import { table } from '#test/admin/resource-cases.ts'
import { type Case, type EndpointCases, type Fields, HOSTILE_TEXTS, pageCases, pathIdCases } from './cases.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

/** Valid bodies for updates that reject an empty one. */
const GOOD: Record<string, Fields> = {
  '/admin/categories': { name: '分类', category_title: 'fine' },
  '/admin/tags': { name: '标签' },
  '/admin/comments': { content: '好看' },
}

const chosenCases: Case[] = [
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

/** Filters accept anything: they match nothing or everything. */
function filterCases({ query }: AnyReadOnlyResource['export']): Case[] {
  return Object.keys(query?.shape ?? {}).flatMap((filter) =>
    [...HOSTILE_TEXTS, 'x'.repeat(10_000), '-1', '1e3', ['1', '2']].map((value) => ({
      name: `${filter} ${String(value).slice(0, 10)}`,
      query: { [filter]: value },
      status: 200,
    })),
  )
}

function readOnlyEntries(api: AnyReadOnlyResource): EndpointCases[] {
  return [
    { endpoint: api.list, cases: [...pageCases(), ...filterCases(api.export)] },
    { endpoint: api.export, cases: filterCases(api.export) },
    { endpoint: api.get, cases: pathIdCases('record_not_found') },
  ]
}

const writtenEntries = table.flatMap(({ api }): EndpointCases[] => {
  const { path } = api.list
  const byId = pathIdCases('record_not_found')
  return [
    ...readOnlyEntries(api),
    { endpoint: api.create, cases: [{ name: 'nothing', body: {}, ...invalid }] },
    { endpoint: api.update, good: { params: { id: 1 }, body: GOOD[path] ?? {} }, cases: byId },
    { endpoint: api.remove, cases: byId },
    { endpoint: api.removeMany, cases: chosenCases },
    ...(api.impact ? [{ endpoint: api.impact, cases: chosenCases }] : []),
  ]
})

export const backOfficeCases = (): EndpointCases[] => [
  ...readOnlyEntries(audits),
  ...writtenEntries,
  {
    endpoint: monitor.activities,
    cases: ['0', '-1', 'abc', '', '1e400'].map((limit) => ({ name: `limit ${limit}`, query: { limit }, status: 200 })),
  },
  { endpoint: monitor.dashboard, cases: [{ name: 'a query', query: { days: '9999' }, status: 200 }] },
  { endpoint: settings.get, cases: [{ name: 'a query', query: { name: '9999' }, status: 200 }] },
  { endpoint: setup.get, cases: [{ name: 'a query', query: { name: '9999' }, status: 200 }] },
  {
    endpoint: setup.update,
    cases: [
      ...['unknown', 1, null, []].map((keep) => ({
        name: `keep ${JSON.stringify(keep)}`,
        body: { keep },
        ...invalid,
        field: 'keep',
      })),
      ...[{}, { unknown: 1 }].map((body) => ({ name: JSON.stringify(body), body, status: 200 })),
    ],
  },
  {
    endpoint: settings.update,
    cases: [
      ...[0, -1, 1.5, 100_001, '5', null, true, [], {}].map((notes_per_day) => ({
        name: `notes_per_day ${JSON.stringify(notes_per_day)}`,
        body: { notes_per_day },
        ...invalid,
        field: 'notes_per_day',
      })),
      ...['notes_per_day', ['unknown'], [1], [null], {}].map((reset) => ({
        name: `reset ${JSON.stringify(reset)}`,
        body: { reset },
        ...invalid,
        field: Array.isArray(reset) ? 'reset.0' : 'reset',
      })),
      ...[{}, { unknown: 1 }, { reset: [] }].map((body) => ({ name: JSON.stringify(body), body, status: 200 })),
    ],
  },
  {
    endpoint: monitor.readProblems,
    cases: [
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
