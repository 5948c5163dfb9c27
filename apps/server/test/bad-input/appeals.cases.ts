/** Appeals, by authors and by moderators. */
import * as admin from '@shiliu/contract/admin/appeals'
import { appealComment, appealPost, mine } from '@shiliu/contract/appeals'
import { type Case, type EndpointCases, HOSTILE_TEXTS, pageCases, pathIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

const text = textCases('text', { required: '请写下申诉的理由', max: [500, '申诉的理由不能超过500个字'] })

const filters = (names: string[]): Case[] =>
  names.flatMap((filter) =>
    [...HOSTILE_TEXTS, '', '-1', ['1', '2']].map((value) => ({
      name: `${filter} ${String(value).slice(0, 10)}`,
      query: { [filter]: value },
      status: 200,
    })),
  )

export const appealCases = ({
  note,
  ownNote,
  ownDraft,
  draft,
  comment,
  ownComment,
  trashed,
}: Fixture): EndpointCases[] => {
  const good = { params: { id: ownNote.id }, body: { text: '没有违规' } }
  const visible = { status: 409, error: 'appeal_impossible' } as const
  return [
    {
      endpoint: appealPost,
      good,
      cases: [
        ...pathIdCases('post_not_found'),
        ...text,
        { name: 'a visible note', params: { id: ownNote.id }, ...visible },
        { name: 'a draft', params: { id: ownDraft.id }, ...visible },
        { name: "another's note", params: { id: note.id }, status: 403, error: 'forbidden' },
        { name: "another's draft", params: { id: draft.id }, status: 404, error: 'post_not_found' },
        { name: 'what they deleted themself', params: { id: trashed.note }, status: 404, error: 'post_not_found' },
      ],
    },
    {
      endpoint: appealComment,
      good: { ...good, params: { id: ownComment } },
      cases: [
        ...pathIdCases('comment_not_found'),
        ...text,
        { name: 'a visible comment', params: { id: ownComment }, ...visible },
        { name: "another's comment", params: { id: comment }, status: 403, error: 'forbidden' },
        {
          name: 'what they deleted themself',
          params: { id: trashed.comment },
          status: 404,
          error: 'comment_not_found',
        },
      ],
    },
    { endpoint: mine, cases: [...pageCases(), ...filters(['post_id'])] },
    { endpoint: admin.list, cases: [...pageCases(), ...filters(['state', 'target_type', 'user_id'])] },
    {
      endpoint: admin.resolve,
      good: { params: { id: 1 }, body: { action: 'refuse', reason: '广告' } },
      cases: [
        ...pathIdCases('record_not_found'),
        ...textCases('reason', { max: [500, '原因不能超过500个字'] }),
        ...['', 'approve', 'hide', 1, null, undefined].map((action) => ({
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
      ],
    },
  ]
}
