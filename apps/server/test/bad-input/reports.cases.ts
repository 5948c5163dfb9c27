/** Reports, by those who report and by moderators. */
import * as admin from '@shiliu/contract/admin/reports'
import { create } from '@shiliu/contract/reports'
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

export const reportCases = ({ note, ownNote, ownComment, user, draft }: Fixture): EndpointCases[] => [
  {
    endpoint: create,
    good: { body: { target_type: 1, target_id: note.id, reason: 'spam', text: '广告' } },
    cases: [
      ...[0, 4, 'note', null, []].map((target_type) => ({
        name: `target_type ${JSON.stringify(target_type)}`,
        change: { target_type },
        ...invalid,
        field: 'target_type',
      })),
      ...idCases('target_id'),
      ...['', 'SPAM', 1, null, undefined].map((reason) => ({
        name: `reason ${JSON.stringify(reason)}`,
        change: { reason },
        ...invalid,
        message: '请选择举报的原因',
        field: 'reason',
      })),
      ...textsOf('text', 500),
      { name: 'a missing note', change: { target_id: 999_999 }, status: 404, error: 'post_not_found' },
      { name: "another's draft", change: { target_id: draft.id }, status: 404, error: 'post_not_found' },
      {
        name: 'a missing comment',
        change: { target_type: 2, target_id: 999_999 },
        status: 404,
        error: 'comment_not_found',
      },
      { name: 'a missing user', change: { target_type: 3, target_id: 999_999 }, status: 404, error: 'user_not_found' },
      { name: 'their own note', change: { target_id: ownNote.id }, status: 400, error: 'report_self' },
      {
        name: 'their own comment',
        change: { target_type: 2, target_id: ownComment },
        status: 400,
        error: 'report_self',
      },
      { name: 'themself', change: { target_type: 3, target_id: user.id }, status: 400, error: 'report_self' },
    ],
  },
  {
    endpoint: admin.list,
    cases: [
      ...pageCases(),
      ...['state', 'target_type', 'reason'].flatMap((filter) =>
        [...HOSTILE_TEXTS, '', '-1', ['1', '2']].map((value) => ({
          name: `${filter} ${String(value).slice(0, 10)}`,
          query: { [filter]: value },
          status: 200,
        })),
      ),
    ],
  },
  { endpoint: admin.get, cases: pathIdCases('record_not_found') },
  {
    endpoint: admin.addNote,
    good: { params: { id: 1 }, body: { text: '看过了' } },
    cases: [
      ...pathIdCases('record_not_found'),
      ...textsOf('text', 500),
      ...[undefined, null, '', '  ', '\u200b'].map((text) => ({
        name: `text ${JSON.stringify(text)}`,
        change: { text },
        ...invalid,
        message: '请填写备注',
      })),
    ],
  },
  {
    endpoint: admin.assign,
    good: { params: { id: 1 }, body: { admin_id: null } },
    cases: [...pathIdCases('record_not_found'), ...idCases('admin_id')],
  },
  {
    endpoint: admin.resolve,
    good: { params: { id: 1 }, body: { action: 'hide', reason: '广告' } },
    cases: [
      ...pathIdCases('record_not_found'),
      ...textsOf('reason', 500),
      ...['', 'mute', 'approve', 'reject', 1, null, undefined].map((action) => ({
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
      ...['', 'tomorrow', '2026-13-01', 7, true].map((until) => ({
        name: `until ${JSON.stringify(until)}`,
        change: { action: 'ban', until },
        ...invalid,
        field: 'until',
      })),
      { name: 'a ban without a term', change: { action: 'ban' }, ...invalid, field: 'until', message: '请选择期限' },
      ...textsOf('note', 2000),
      ...[7, 'ja', [], null].flatMap((flag) =>
        ['hide_content', 'hide_target'].map((field) => ({
          name: `${field} ${JSON.stringify(flag)}`,
          change: { [field]: flag },
          ...invalid,
          field,
        })),
      ),
    ],
  },
  { endpoint: admin.reopen, good: { params: { id: 1 } }, cases: pathIdCases('record_not_found') },
]
