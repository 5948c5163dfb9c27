import * as comments from '@shiliu/contract/comments'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import * as notifications from '@shiliu/contract/notifications'
import { type Case, type EndpointCases, HOSTILE_TEXTS, idCases, pageCases, pathIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const noPost = { status: 404, error: 'post_not_found' } as const
const noComment = { status: 404, error: 'comment_not_found' } as const
const noNotice = { status: 404, error: 'notification_not_found' } as const

const picture = (url: string) => `<img src="${url}" alt="评论图片" class="comment-image" />`
const sorts = HOSTILE_TEXTS.map((sort): Case => ({ name: `sort=${sort.slice(0, 10)}`, query: { sort }, status: 200 }))

export function commentCases({
  note,
  draft,
  ownNote,
  ownDraft,
  comment,
  ownComment,
  notice,
  ownNotice,
}: Fixture): EndpointCases[] {
  const foreignPicture: Case[] = [
    'https://example.com/a.png',
    '/uploads/unknown.webp',
    '/uploads/../../etc/passwd',
  ].map((url) => ({ name: `picture ${url}`, change: { content: picture(url) }, status: 400, error: 'image_foreign' }))
  const list = (endpoint: AnyEndpoint): EndpointCases => ({ endpoint, cases: pageCases() })
  const oneNotice: Case[] = [
    ...pathIdCases('notification_not_found'),
    { name: 'another’s', params: { id: notice }, ...noNotice },
    { name: 'as another', as: 'other', ...noNotice },
  ]
  return [
    {
      endpoint: comments.listOfPost,
      good: { params: { id: ownNote.id } },
      cases: [
        ...pathIdCases('post_not_found'),
        ...pageCases(),
        ...sorts,
        { name: 'of a stranger’s draft', as: 'user', params: { id: draft.id }, ...noPost },
        { name: 'of a draft, to a guest', params: { id: draft.id }, ...noPost },
      ],
    },
    {
      endpoint: comments.list,
      good: { query: { post_id: ownNote.id } },
      cases: [
        ...pageCases(),
        ...sorts,
        { name: 'no note', query: { post_id: undefined }, ...invalid, message: '笔记ID无效' },
        { name: 'an empty note', query: { post_id: '' }, ...invalid, message: '笔记ID无效' },
        ...['abc', '-1', '1.5', '999999', '9'.repeat(30)].map((post_id) => ({
          name: post_id,
          query: { post_id },
          ...noPost,
        })),
        { name: 'of a stranger’s draft', as: 'user', query: { post_id: draft.id }, ...noPost },
      ],
    },
    {
      endpoint: comments.replies,
      good: { params: { id: comment } },
      cases: [
        ...pathIdCases('comment_not_found'),
        ...pageCases(),
        { name: 'deep, garbled', query: { deep: 'maybe' }, status: 200 },
      ],
    },
    {
      endpoint: comments.place,
      good: { params: { id: comment } },
      cases: [
        ...pathIdCases('comment_not_found'),
        ...['0', 'x', '-1', '1.5', ''].flatMap((value) => [
          { name: `limit ${value}`, query: { limit: value }, status: 200 },
          { name: `reply_limit ${value}`, query: { reply_limit: value }, status: 200 },
        ]),
        { name: 'sort, garbled', query: { sort: 'up' }, status: 200 },
      ],
    },
    {
      endpoint: comments.create,
      good: { body: { post_id: note.id, content: '好看' } },
      cases: [
        ...textCases('content', { required: '请输入评论内容或上传图片', max: [1000, '评论不能超过1000个字'] }),
        ...['<b></b>', '<script></script>', '&#8203;<br>\u3164'].map((content) => ({
          name: `content ${content}`,
          change: { content },
          ...invalid,
          message: '请输入评论内容或上传图片',
          field: 'content',
        })),
        { name: 'very long', change: { content: 'x'.repeat(10_001) }, ...invalid, message: '评论不能超过1000个字' },
        ...foreignPicture,
        {
          name: 'too many pictures',
          change: { content: picture('/uploads/x.webp').repeat(10) },
          status: 400,
          message: /9张图片|图片不是/,
        },
        ...idCases('post_id'),
        { name: 'no note', change: { post_id: undefined }, ...invalid },
        { name: 'note null', change: { post_id: null }, ...invalid },
        { name: 'an unknown note', change: { post_id: 999_999 }, ...noPost },
        { name: 'a stranger’s draft', change: { post_id: draft.id }, ...noPost },
        { name: 'one’s own draft', change: { post_id: ownDraft.id }, ...noPost },
        ...idCases('parent_id'),
        { name: 'an unknown comment', change: { parent_id: 999_999 }, ...noComment },
        { name: 'a comment on another note', change: { parent_id: comment }, ...noComment },
      ],
    },
    {
      endpoint: comments.restore,
      cases: [
        ...pathIdCases('comment_not_found'),
        { name: 'a comment that is not deleted', params: { id: ownComment }, status: 404, error: 'comment_not_found' },
      ],
    },
    {
      endpoint: comments.remove,
      good: { params: { id: ownComment } },
      cases: [
        ...pathIdCases('comment_not_found'),
        { name: 'a stranger’s, below one’s own note', params: { id: comment }, status: 403, error: 'forbidden' },
        { name: 'as the note’s author', as: 'other', status: 403, error: 'forbidden' },
      ],
    },
    list(notifications.list),
    list(notifications.comments),
    list(notifications.likes),
    list(notifications.collections),
    list(notifications.follows),
    list(notifications.system),
    {
      endpoint: notifications.unreadCount,
      cases: [{ name: 'of another', query: { user_id: '1' }, status: 200, data: { count: 2 } }],
    },
    {
      endpoint: notifications.unreadByType,
      cases: [{ name: 'of another', query: { user_id: '1' }, status: 200, data: { total: 2 } }],
    },
    {
      endpoint: notifications.stream,
      cases: [{ name: 'of another', query: { user_id: '1' }, status: 200, data: { total: 2 } }],
    },
    { endpoint: notifications.read, good: { params: { id: ownNotice } }, cases: oneNotice },
    { endpoint: notifications.remove, good: { params: { id: ownNotice } }, cases: oneNotice },
    {
      endpoint: notifications.readAll,
      cases: [{ name: 'as an administrator', as: 'admin', status: 403, error: 'forbidden' }],
    },
  ]
}
