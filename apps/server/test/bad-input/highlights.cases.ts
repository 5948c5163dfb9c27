/** Pinned and featured notes. */
import { highlight, list } from '@shiliu/contract/admin/highlights'
import type { Case, EndpointCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

const wrong = (field: string, values: unknown[], message: string | RegExp): Case[] =>
  values.map((value) => ({
    name: `${field}: ${JSON.stringify(value) ?? 'missing'}`,
    change: { [field.split('.')[0] ?? '']: value },
    ...invalid,
    field,
    message,
  }))

export const highlightCases = ({ note, draft, trashed, ownNote }: Fixture): EndpointCases[] => [
  { endpoint: list, cases: [{ name: 'an unknown query', query: { page: 'x' }, status: 200 }] },
  {
    endpoint: highlight,
    good: { body: { ids: [note.id], action: 'pin', channel: 'recommend', until: null } },
    cases: [
      ...wrong('ids', [undefined, null, [], 'all', 7], '请选择笔记'),
      ...wrong('ids', [Array.from({ length: 101 }, (_, i) => i + 1)], '一次最多选择100篇笔记'),
      ...wrong('ids.0', [['abc'], [0], [1.5], [{ id: 1 }]], '编号不正确'),
      ...wrong('action', [undefined, null, 'top', 'PIN', 1], 'action 只能是 pin、unpin、feature、unfeature'),
      ...wrong('channel', ['study', 0, ['recommend']], 'channel 只能是 recommend（推荐）或 category（笔记的分类）'),
      ...wrong('channel', [undefined, null], '请选择置顶在推荐还是笔记的分类'),
      ...wrong('until', ['tomorrow', '2026-09-01', 7, {}], /结束时间要是时间/),
      ...wrong('until', ['2000-01-01T00:00:00Z'], '结束时间要晚于现在'),
      ...[draft.id, trashed.note].map((id) => ({
        name: `a note that others do not see: ${id === draft.id ? 'a draft' : 'in the trash'}`,
        change: { ids: [id] },
        status: 409,
        error: 'post_not_shown' as const,
      })),
      { name: 'an unknown note', change: { ids: [999_999] }, status: 409, error: 'already_moderated' },
      {
        name: 'one that is not pinned',
        change: { ids: [ownNote.id], action: 'unpin' },
        status: 409,
        error: 'already_moderated',
      },
      {
        name: 'one that is not featured',
        change: { ids: [ownNote.id], action: 'unfeature' },
        status: 409,
        error: 'already_moderated',
      },
    ],
  },
]
