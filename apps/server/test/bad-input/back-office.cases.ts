/** The back office: input that all resources reject alike, and the monitor. For single fields see test/admin. */
import { audits } from '@shiliu/contract/admin/audits'
import * as mail from '@shiliu/contract/admin/mail'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as monitor from '@shiliu/contract/admin/monitor'
import * as queue from '@shiliu/contract/admin/queue'
import type { AnyReadOnlyResource, AnyResource } from '@shiliu/contract/admin/resource'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import * as settings from '@shiliu/contract/admin/settings'
import * as settingsFile from '@shiliu/contract/admin/settings-file'
import * as setup from '@shiliu/contract/admin/setup'
import { importWords, tryWords, wordFindings } from '@shiliu/contract/admin/words'
import { table } from '#test/admin/resource-cases.ts'
import {
  type Case,
  type EndpointCases,
  type Fields,
  HOSTILE_TEXTS,
  pageCases,
  pathIdCases,
  textCases,
} from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

/** Valid bodies for updates that reject an empty one. */
const GOOD: Record<string, Fields> = {
  '/admin/categories': { name: '分类', category_title: 'fine' },
  '/admin/tags': { name: '标签' },
  '/admin/comments': { content: '好看' },
  '/admin/words': { word: '坏话' },
  '/admin/announcements': { title: '停电' },
}

/** Where every field may be missing. */
const mailCases: EndpointCases[] = [
  { endpoint: mail.get, cases: [{ name: 'a query', query: { name: '9999' }, status: 200 }] },
  {
    endpoint: mail.setPassword,
    good: { body: { password: 'secret' } },
    cases: [
      ...[undefined, null, 7, [], {}].map((password) => ({
        name: `password ${JSON.stringify(password)}`,
        change: { password },
        ...invalid,
        message: '请填写密码',
        field: 'password',
      })),
      { name: 'a long one', change: { password: 'x'.repeat(201) }, ...invalid, message: '密码不能超过 200 位' },
      { name: 'none', change: { password: '' }, status: 200 },
    ],
  },
  {
    endpoint: mail.test,
    good: { body: { to: 'somebody@example.com' } },
    cases: [
      ...textCases('to', { required: '请输入邮箱', max: [100, '邮箱地址不正确'] }),
      ...[
        'a',
        'a@b',
        '@example.com',
        'a@example.com\r\nBcc: b@example.com',
        '石榴@example.com',
        'a@例子.cn',
        'a b@c.cn',
      ].map((to) => ({ name: `to ${to}`, change: { to }, ...invalid, message: '邮箱地址不正确', field: 'to' })),
      { name: 'while mail is off', status: 409, error: 'mail_off' },
    ],
  },
]

const WRONG: Record<string, Fields> = {
  '/admin/invitations': { code: 'x' },
  '/admin/bans': { network: 'x' },
  '/admin/domains': { domain: 'x' },
  '/admin/providers': { badges: 'x' },
}

const chosenCases = (what = '删除'): Case[] => [
  ...[undefined, null, '', 'all', {}, []].map((ids) => ({
    name: `ids ${JSON.stringify(ids)}`,
    change: { ids },
    ...invalid,
    message: `请选择要${what}的项目`,
  })),
  ...[0, -1, 1.5, 'x', null, [1], '9'.repeat(16)].map((id) => ({
    name: `id ${JSON.stringify(id)}`,
    change: { ids: [id] },
    ...invalid,
    message: '编号不正确',
  })),
  { name: 'too many', change: { ids: Array(1001).fill(1) }, ...invalid, message: `一次最多${what}1000项` },
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

/** Under another name only one can be restored. */
const renamingCases = ({ body }: NonNullable<AnyResource['restore']>): Case[] =>
  Object.keys(body?.shape ?? {})
    .filter((field) => field !== 'ids')
    .flatMap((field) => [
      ...['', null, 1, 'x'.repeat(60)].map((value) => ({
        name: `${field} ${JSON.stringify(value).slice(0, 10)}`,
        change: { ids: [1], [field]: value },
        ...invalid,
        field,
      })),
      { name: `${field} for two`, change: { ids: [1, 2], [field]: 'other' }, ...invalid, field },
    ])

const writtenEntries = table.flatMap(({ api }): EndpointCases[] => {
  const { path } = api.list
  const byId = pathIdCases('record_not_found')
  return [
    ...readOnlyEntries(api),
    { endpoint: api.create, cases: [{ name: 'nothing', body: WRONG[path] ?? {}, ...invalid }] },
    { endpoint: api.update, good: { params: { id: 1 }, body: GOOD[path] ?? {} }, cases: byId },
    { endpoint: api.remove, cases: byId },
    { endpoint: api.removeMany, cases: chosenCases() },
    ...(api.impact ? [{ endpoint: api.impact, cases: chosenCases() }] : []),
    ...(api.restore ? [{ endpoint: api.restore, cases: [...chosenCases('恢复'), ...renamingCases(api.restore)] }] : []),
    ...(api.purge ? [{ endpoint: api.purge, cases: chosenCases('彻底删除') }] : []),
  ]
})

const wordsCases: EndpointCases[] = [
  {
    endpoint: importWords,
    good: { body: { text: '坏词', action: 'review' } },
    cases: [
      ...['', '  ', null, 1, []].map((text) => ({
        name: `text ${JSON.stringify(text)}`,
        change: { text },
        ...invalid,
        field: 'text',
      })),
      { name: 'too many lines', change: { text: 'x\n'.repeat(2001) }, ...invalid, field: 'text' },
      ...['', 'delete', null, 1].map((action) => ({
        name: `action ${JSON.stringify(action)}`,
        change: { action },
        ...invalid,
        field: 'action',
      })),
      { name: 'lines that are wrong', change: { text: '…\n坏\tdelete' }, status: 200 },
    ],
  },
  {
    endpoint: tryWords,
    good: { body: { text: '好' } },
    cases: [
      ...[null, 1, [], 'x'.repeat(5001)].map((text) => ({
        name: `text ${JSON.stringify(text).slice(0, 10)}`,
        change: { text },
        ...invalid,
        field: 'text',
      })),
      { name: 'nothing', change: { text: '' }, status: 200 },
    ],
  },
]

const moderationCases = (note: number): EndpointCases[] => [
  {
    endpoint: moderation.moderate,
    good: { body: { target_type: 1, ids: [note], action: 'hide', reason: '测试' } },
    cases: [
      ...[0, 3, 'note', null, []].map((target_type) => ({
        name: `target_type ${JSON.stringify(target_type)}`,
        change: { target_type },
        ...invalid,
        field: 'target_type',
      })),
      ...[[], 'x', null, ['x'], Array(1001).fill(1)].map((ids) => ({
        name: `ids ${JSON.stringify(ids).slice(0, 20)}`,
        change: { ids },
        ...invalid,
      })),
      ...['', 'undo', 'submit', 1, null].map((action) => ({
        name: `action ${JSON.stringify(action)}`,
        change: { action },
        ...invalid,
        field: 'action',
      })),
      ...['', null, '  '].map((reason) => ({
        name: `reason ${JSON.stringify(reason)}`,
        change: { reason },
        ...invalid,
        message: '请填写原因',
        field: 'reason',
      })),
      { name: 'a long reason', change: { reason: '长'.repeat(501) }, ...invalid, field: 'reason' },
      { name: 'a time that is none', change: { seen_at: 'now' }, ...invalid, field: 'seen_at' },
      { name: 'a state that there is none', change: { state: 'draft' }, ...invalid, field: 'state' },
      { name: 'a version that is no time', change: { version: '2' }, ...invalid, field: 'version' },
      { name: 'a missing note', change: { ids: [999_999] }, status: 409, error: 'already_moderated' },
      { name: 'what is visible', change: { action: 'approve' }, status: 409, error: 'already_moderated' },
    ],
  },
  {
    endpoint: moderation.undo,
    cases: [
      ...['x', null, -1, []].map((undo_id) => ({
        name: `undo_id ${JSON.stringify(undo_id)}`,
        body: { undo_id },
        ...invalid,
        field: 'undo_id',
      })),
      { name: 'an unknown undo_id', body: { undo_id: 999_999 }, status: 404, error: 'record_not_found' },
    ],
  },
  {
    endpoint: moderation.history,
    cases: [
      { name: 'no target', query: {}, ...invalid },
      { name: 'an unknown type', query: { target_type: '9', target_id: '1' }, ...invalid, field: 'target_type' },
      { name: 'an id that is none', query: { target_type: '1', target_id: 'x' }, ...invalid, field: 'target_id' },
    ],
  },
]

const queueCases: EndpointCases[] = [
  { endpoint: queue.list, cases: pageCases() },
  {
    endpoint: queue.claim,
    good: { body: { holding: [{ target_type: 1, target_id: 1 }], take: 5 } },
    cases: [
      ...['x', 1, {}, null, ['x'], [{}], Array(61).fill({ target_type: 1, target_id: 1 })].map((holding) => ({
        name: `holding ${JSON.stringify(holding).slice(0, 20)}`,
        change: { holding },
        ...invalid,
      })),
      ...[3, 'note', null].map((target_type) => ({
        name: `target_type ${JSON.stringify(target_type)}`,
        change: { holding: [{ target_type, target_id: 1 }] },
        ...invalid,
      })),
      ...[-1, 21, 1.5, 'x', null].map((take) => ({
        name: `take ${JSON.stringify(take)}`,
        change: { take },
        ...invalid,
        field: 'take',
        message: 'take 要是 0 到 20 的整数',
      })),
    ],
  },
  { endpoint: queue.release, cases: [{ name: 'nothing claimed', status: 200 }] },
]

const REASON = { reason: '多次发布广告' }

const reasonCases: Case[] = [
  ...[undefined, null, '', '  ', 7].map((reason) => ({
    name: `reason ${JSON.stringify(reason)}`,
    change: { reason },
    ...invalid,
    field: 'reason',
    message: '请填写原因',
  })),
  { name: 'a long reason', change: { reason: '长'.repeat(501) }, ...invalid, message: '原因不能超过500个字' },
  { name: 'a long note', change: { note: '长'.repeat(2001) }, ...invalid, message: '备注不能超过2000个字' },
  { name: 'a note that is no text', change: { note: 7 }, ...invalid, field: 'note' },
]

const untilCases: Case[] = [
  ...[undefined, '', '明天', 7, '2030-02-31T00:00:00Z', '2030-01-01'].map((until) => ({
    name: `until ${JSON.stringify(until)}`,
    change: { until },
    ...invalid,
    field: 'until',
    message: /^期限要是时间/,
  })),
  { name: 'an end that is over', change: { until: '2001-01-01T00:00:00Z' }, ...invalid, message: '期限要在现在之后' },
]

const sanctionCases = (userId: number): EndpointCases[] => {
  const params = { id: userId }
  const byId = pathIdCases('record_not_found')
  return [
    {
      endpoint: sanctions.ban,
      good: { params, body: { ...REASON, until: null } },
      cases: [
        ...byId,
        ...reasonCases,
        ...untilCases,
        { name: 'hide_content', change: { hide_content: 'maybe' }, ...invalid, field: 'hide_content' },
      ],
    },
    { endpoint: sanctions.unban, good: { params }, cases: byId },
    {
      endpoint: sanctions.mute,
      good: { params, body: { ...REASON, until: null } },
      cases: [...byId, ...reasonCases, ...untilCases],
    },
    { endpoint: sanctions.unmute, good: { params }, cases: byId },
    { endpoint: sanctions.warn, good: { params, body: REASON }, cases: [...byId, ...reasonCases] },
    { endpoint: sanctions.list, good: { params }, cases: [{ name: 'a query', query: { page: 'x' }, status: 200 }] },
  ]
}

export const backOfficeCases = ({ note, other }: Fixture): EndpointCases[] => [
  ...readOnlyEntries(audits),
  ...readOnlyEntries(wordFindings),
  ...writtenEntries,
  {
    endpoint: monitor.activities,
    cases: ['0', '-1', 'abc', '', '1e400'].map((limit) => ({ name: `limit ${limit}`, query: { limit }, status: 200 })),
  },
  { endpoint: monitor.dashboard, cases: [{ name: 'a query', query: { days: '9999' }, status: 200 }] },
  { endpoint: monitor.overview, cases: [{ name: 'a query', query: { days: '9999' }, status: 200 }] },
  { endpoint: monitor.reported, cases: [{ name: 'a query', query: { limit: '9999' }, status: 200 }] },
  { endpoint: monitor.addresses, cases: [{ name: 'a query', query: { limit: '9999' }, status: 200 }] },
  ...queueCases,
  ...moderationCases(note.id),
  ...wordsCases,
  ...sanctionCases(other.id),
  { endpoint: settings.get, cases: [{ name: 'a query', query: { name: '9999' }, status: 200 }] },
  { endpoint: settingsFile.exportFile, cases: [{ name: 'a query', query: { name: '9999' }, status: 200 }] },
  ...[settingsFile.previewFile, settingsFile.importFile].map(
    (endpoint): EndpointCases => ({
      endpoint,
      good: { body: { format: 'shiliu-settings', settings: { notes_per_day: 50 } } },
      cases: [
        { name: 'no format', change: { format: undefined }, ...invalid, message: '这不是导出的设置文件' },
        { name: 'another format', change: { format: 'words' }, ...invalid, message: '这不是导出的设置文件' },
        { name: 'no settings', change: { settings: undefined }, ...invalid, message: '文件里没有设置' },
        { name: 'a list', change: { settings: [] }, ...invalid, message: '文件里没有设置' },
        ...[0, '5', null, {}, [1], 1.5].map((notes_per_day) => ({
          name: `notes_per_day ${JSON.stringify(notes_per_day)}`,
          change: { settings: { comments_per_minute: 7, notes_per_day } },
          ...invalid,
          field: 'settings.notes_per_day',
          message: '一天的笔记：请填写 1 到 100000 的整数',
        })),
        { name: 'another setting', change: { settings: { constructor: 1, no_such: 2 } }, status: 200 },
        { name: 'a number for a logo', change: { logo: 5 }, ...invalid, field: 'logo', message: '标志不是图片' },
        { name: 'a logo of nothing', change: { logo: '' }, status: 400, field: 'logo' },
        { name: 'a logo of text', change: { logo: '<svg/>' }, status: 400, field: 'logo' },
      ],
    }),
  ),
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
      ...[
        'ftp://10.0.0.1/',
        'https://user:key@10.0.0.1/',
        'javascript:alert(1)',
        'example.org',
        'http://',
        `https://${'a'.repeat(500)}`,
        7,
        null,
      ].map((fault_webhook) => ({
        name: `fault_webhook ${String(fault_webhook).slice(0, 20)}`,
        body: { fault_webhook },
        ...invalid,
        field: 'fault_webhook',
      })),
      { name: 'fault_mails of a text', body: { fault_mails: 'a@example.org' }, ...invalid, field: 'fault_mails' },
      { name: 'fault_mails of no address', body: { fault_mails: ['a'] }, ...invalid, field: 'fault_mails.0' },
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
  ...mailCases,
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
