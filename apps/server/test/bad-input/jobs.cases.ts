/** Work on many rows, as administrators ask for it. */
import * as jobs from '@shiliu/contract/admin/jobs'
import { type Case, type EndpointCases, HOSTILE_TEXTS, idCases, pageCases, pathIdCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

const textsOf = (field: string, max: number): Case[] => [
  ...[7, true, ['x'], { x: 1 }].map((value) => ({
    name: `${field} ${JSON.stringify(value)}`,
    change: { [field]: value },
    ...invalid,
    field,
  })),
  { name: `${field} too long`, change: { [field]: '长'.repeat(max + 1) }, ...invalid, field },
]

const missing = (field: string, action: string, message: string): Case[] =>
  ['', null, '  '].map((value) => ({
    name: `${action} without ${field}: ${JSON.stringify(value)}`,
    change: { action, [field]: field === 'category_id' ? null : value },
    ...invalid,
    message,
    field,
  }))

const filtered = (name: string, change: object, expected: Partial<Case>): Case => ({
  name,
  change: { ids: undefined, ...change },
  ...invalid,
  ...expected,
})

export const jobCases = ({ note, user, category }: Fixture): EndpointCases[] => [
  {
    endpoint: jobs.create,
    good: { body: { resource: 'posts', action: 'hide', ids: [note.id], reason: '广告' } },
    cases: [
      ...['', 'post', 'admins', 1, null, undefined].map((resource) => ({
        name: `resource ${JSON.stringify(resource)}`,
        change: { resource },
        ...invalid,
        field: 'resource',
      })),
      ...['', 'undo', 'purge', 1, null, undefined].map((action) => ({
        name: `action ${JSON.stringify(action)}`,
        change: { action },
        ...invalid,
        field: 'action',
      })),
      { name: 'banning with hiding', change: { ban: true }, ...invalid, field: 'ban' },
      { name: 'ban 7', change: { ban: 7 }, ...invalid, field: 'ban' },
      {
        name: 'banning two with their content',
        change: { resource: 'users', action: 'delete_content', ids: [user.id, user.id + 1], ban: true },
        ...invalid,
        message: '只有删除一位用户的全部内容时可以同时封禁',
        field: 'ban',
      },
      { name: 'hiding users', change: { resource: 'users' }, ...invalid, message: '用户不能隐藏', field: 'action' },
      { name: 'moving comments', change: { resource: 'comments', action: 'move' }, ...invalid, field: 'action' },
      ...[[], 'x', null, ['x'], Array(1001).fill(1)].map((ids) => ({
        name: `ids ${JSON.stringify(ids).slice(0, 20)}`,
        change: { ids },
        ...invalid,
      })),
      filtered('neither ids nor filter', {}, { field: 'ids' }),
      { name: 'ids and filter', change: { filter: {}, total: 1 }, ...invalid, field: 'ids' },
      filtered('a filter without its total', { filter: { state: 'visible' } }, { field: 'total' }),
      ...[0, -1, 1.5, '7', 'x'].map((total) => filtered(`total ${total}`, { filter: {}, total }, { field: 'total' })),
      filtered('an unknown filter', { filter: { stat: 'visible' }, total: 9 }, { field: 'filter' }),
      filtered('a filter of everything', { filter: { constructor: 'x' }, total: 9 }, { field: 'filter' }),
      filtered('a filter with a wrong value', { filter: { is_draft: 'no' }, total: 9 }, { field: 'filter' }),
      filtered('a filter that is a list', { filter: ['visible'], total: 9 }, { field: 'filter' }),
      filtered('a filter that holds a number', { filter: { is_draft: 1 }, total: 9 }, {}),
      filtered(
        'a filter that nothing matches',
        { filter: { category_id: '999999' }, total: 9 },
        { status: 409, error: 'selection_empty' },
      ),
      filtered(
        'more than were seen',
        { filter: {}, total: 1 },
        { status: 409, error: 'selection_grown', message: /^现在符合条件的有 \d+ 项/ },
      ),
      ...HOSTILE_TEXTS.map((text) =>
        filtered(
          `title ${text.slice(0, 10)}`,
          { filter: { title: `没有这样的标题${text}`, user_display_id: 'nobody_at_all' }, total: 9 },
          { status: 409, error: 'selection_empty' },
        ),
      ),
      ...textsOf('reason', 500),
      ...missing('reason', 'hide', '请填写原因'),
      ...missing('reason', 'delete', '请填写原因'),
      {
        name: 'banning without a reason',
        change: { resource: 'users', action: 'ban', ids: [user.id], reason: null },
        ...invalid,
        field: 'reason',
      },
      ...missing('category_id', 'move', '请选择分类').slice(0, 1),
      ...idCases('category_id'),
      {
        name: 'a missing category',
        change: { action: 'move', category_id: 999_999 },
        status: 400,
        error: 'category_not_found',
        field: 'category_id',
      },
      {
        name: 'a category for users',
        change: { resource: 'users', action: 'move', category_id: category.id },
        ...invalid,
        field: 'action',
      },
      ...missing('tag', 'tag', '请填写标签'),
      ...textsOf('tag', 8),
      {
        name: 'a missing tag',
        change: { action: 'tag', tag: '没有' },
        ...invalid,
        message: /没有名为「没有」的标签/,
        field: 'tag',
      },
      { name: 'an end that is none', change: { until: 'tomorrow' }, ...invalid, field: 'until' },
      {
        name: 'an end that is over',
        change: { resource: 'users', action: 'ban', until: '2020-01-01T00:00:00Z' },
        ...invalid,
        message: '期限要在现在之后',
        field: 'until',
      },
      { name: 'hide_content that is no flag', change: { hide_content: 'maybe' }, ...invalid, field: 'hide_content' },
    ],
  },
  {
    endpoint: jobs.list,
    cases: [
      ...pageCases(),
      ...[...HOSTILE_TEXTS, '', '0', ['1', '1']].map((active) => ({
        name: `active ${String(active).slice(0, 10)}`,
        query: { active },
        status: 200,
      })),
      ...['x', '-1', '1e9', '1 or 1=1'].map((user_id) => ({
        name: `user_id ${user_id}`,
        query: { user_id },
        status: 200,
      })),
    ],
  },
  { endpoint: jobs.get, cases: pathIdCases('record_not_found') },
  { endpoint: jobs.stop, good: { params: { id: 1 } }, cases: pathIdCases('record_not_found') },
]
