import * as collections from '@shiliu/contract/collections'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { type Case, type EndpointCases, HOSTILE_TEXTS, idCases, pageCases, pathIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const missing = { status: 404, error: 'post_not_found' } as const
const forbidden = { status: 403, error: 'forbidden' } as const

function fieldCases({ foreignImage }: Fixture): Case[] {
  const field = (name: string, value: unknown, message?: string | RegExp): Case => ({
    name: `${name}: ${JSON.stringify(value).slice(0, 40)}`,
    change: { [name]: value },
    ...invalid,
    ...(message && { message }),
  })
  const foreign = (name: string, url: string): Case => ({
    name,
    change: { images: [url] },
    status: 400,
    error: 'image_foreign',
  })
  return [
    ...textCases('title', { required: '请输入标题', max: [100, '标题不能超过100个字'] }),
    ...textCases('content', { required: '请输入正文', max: [2000, '正文不能超过2000个字'] }),
    field('content', '<p> </p><img src="x">', '请输入正文'),
    field('content', 'x'.repeat(16_001), '正文不能超过2000个字'),
    ...idCases('category_id'),
    { name: 'no category', change: { category_id: undefined }, ...invalid, message: '请选择分类' },
    { name: 'category null', change: { category_id: null }, ...invalid, message: '请选择分类' },
    { name: 'an unknown category', change: { category_id: 999_999 }, status: 400, error: 'category_not_found' },
    ...[7, 'x', { 0: 'x' }, [7], [null], [['x']]].map((images) => field('images', images)),
    field('images', Array(10).fill('/uploads/x.webp'), '最多只能上传9张图片'),
    field('images', [`/uploads/${'x'.repeat(500)}`], '图片地址过长'),
    foreign('a picture from elsewhere', 'https://example.com/a.png'),
    // Only administrators may enter external URLs (docs/api.md#picture-sources).
    foreign('a video from elsewhere', 'https://videos.example/a.mp4'),
    foreign('a picture of ours that is none', '/uploads/unknown.webp'),
    foreign('a path upwards', '/uploads/../../etc/passwd'),
    foreign('a script', 'javascript:alert(1)'),
    foreign('ours on another site', `https://example.com${foreignImage}`),
    ...[7, 'x', { 0: 'x' }, [7], [null], [{}], [{ name: 7 }]].map((tags) => field('tags', tags)),
    field(
      'tags',
      Array.from({ length: 11 }, (_, i) => `标签${i}`),
      '最多只能选择10个标签',
    ),
    field('tags', ['九个字的标签太长了'], '每个标签不能超过8个字'),
    ...['yes', 2, -1, [], {}, 'null'].map((is_draft) => field('is_draft', is_draft)),
    // Drafts may be incomplete but not invalid.
    { name: 'a draft’s title', change: { is_draft: true, title: 'x'.repeat(101) }, ...invalid },
    {
      name: 'a draft’s category',
      change: { is_draft: 1, category_id: 999_999 },
      status: 400,
      error: 'category_not_found',
    },
    {
      name: 'a draft’s picture',
      change: { is_draft: 1, images: ['https://example.com/a.png'] },
      status: 400,
      error: 'image_foreign',
    },
  ]
}

/** Only what oneself deleted can be restored. */
const notDeleted = (id: number): Case[] => [
  { name: 'a note that is not deleted', params: { id }, status: 404, error: 'post_not_found' },
]

export function postCases(fixture: Fixture): EndpointCases[] {
  const { user, other, category, note, draft, ownNote, ownDraft, ownComment } = fixture
  const body = { title: '标题', content: '正文', category_id: category.id }
  const own = { params: { id: ownNote.id } }
  const foreignDraft: Case = { name: 'a stranger’s draft', params: { id: draft.id }, ...missing }
  // Drafts cannot be liked or collected, not even by their author.
  const unpublished: Case[] = [foreignDraft, { name: 'one’s own draft', params: { id: ownDraft.id }, ...missing }]
  const changing: Case[] = [
    ...pathIdCases('post_not_found'),
    foreignDraft,
    { name: 'a stranger’s note', params: { id: note.id }, ...forbidden },
    { name: 'as a stranger', as: 'other', ...forbidden },
    { name: 'a draft as a stranger', as: 'other', params: { id: ownDraft.id }, ...missing },
  ]
  const target = (
    name: string,
    target_type: unknown,
    target_id: unknown,
    rest: Pick<Case, 'status' | 'error' | 'message'>,
  ): Case => ({
    name,
    change: { target_type, target_id },
    ...rest,
  })
  const targets: Case[] = [
    ...idCases('target_id'),
    ...[0, 3, '3', 'post', null, true, [1], '', 1.5].map((type) =>
      target(`type ${JSON.stringify(type)}`, type, note.id, { ...invalid, message: '点赞类型不正确' }),
    ),
    { name: 'nothing', body: {}, ...invalid },
    { name: 'no type', change: { target_type: undefined }, ...invalid },
    { name: 'no id', change: { target_id: undefined }, ...invalid },
    target('an unknown note', 1, 999_999, missing),
    target('an unknown comment', 2, 999_999, { status: 404, error: 'comment_not_found' }),
    target('a stranger’s draft', 1, draft.id, missing),
    target('one’s own draft', '1', String(ownDraft.id), missing),
  ]
  const nobodys = { status: 200, data: { posts: [], pagination: { total: 0 } } }
  return [
    {
      endpoint: posts.list,
      cases: [
        ...pageCases(),
        { name: 'drafts of a guest', as: 'guest', query: { is_draft: '1' }, status: 401, error: 'unauthorized' },
        {
          name: 'drafts with a dead token',
          as: 'expired',
          query: { is_draft: 'true' },
          status: 401,
          error: 'unauthorized',
        },
        ...[other.id, other.user_id, user.user_id, 'abc', '%'].map((user_id) => ({
          name: `drafts with user_id ${user_id}`,
          as: 'user' as const,
          query: { is_draft: '1', user_id },
          status: 200,
          data: { posts: [{ id: ownDraft.id }], pagination: { total: 1 } },
        })),
        {
          name: 'drafts, garbled',
          as: 'user',
          query: { is_draft: 'maybe', user_id: user.id },
          status: 200,
          data: { pagination: { total: 1 } },
        },
        { name: 'an unknown category', query: { category: '999999' }, ...nobodys },
        { name: 'a category’s name', query: { category: 'campus' }, ...nobodys },
        { name: 'a user who is none', query: { user_id: 'abc' }, ...nobodys },
        { name: 'an unknown user', query: { user_id: '999999' }, ...nobodys },
        ...['category', 'category_id', 'keyword', 'sort', 'user_id'].flatMap((name) =>
          HOSTILE_TEXTS.map((text) => ({ name: `${name}=${text.slice(0, 10)}`, query: { [name]: text }, status: 200 })),
        ),
      ],
    },
    {
      endpoint: posts.get,
      good: own,
      cases: [
        ...pathIdCases('post_not_found'),
        { ...foreignDraft, as: 'user' },
        { ...foreignDraft, name: 'a draft, to a guest' },
        { ...foreignDraft, name: 'a draft, to its author with a dead token', as: 'expired' },
        { ...foreignDraft, name: 'a draft, to an administrator', as: 'admin' },
        { name: 'a garbled flag', query: { skipViewCount: 'maybe' }, status: 200, data: { id: ownNote.id } },
      ],
    },
    { endpoint: posts.create, good: { body }, cases: fieldCases(fixture) },
    { endpoint: posts.update, good: { ...own, body }, cases: [...changing, ...fieldCases(fixture)] },
    { endpoint: posts.restore, cases: [...pathIdCases('post_not_found'), ...notDeleted(note.id)] },
    { endpoint: posts.remove, good: own, cases: changing },
    {
      endpoint: collections.create,
      good: { params: { id: note.id } },
      cases: [...pathIdCases('post_not_found'), ...unpublished],
    },
    {
      endpoint: collections.remove,
      good: { params: { id: note.id } },
      cases: [...pathIdCases('post_not_found'), ...unpublished],
    },
    { endpoint: likes.create, good: { body: { target_type: 1, target_id: note.id } }, cases: targets },
    { endpoint: likes.remove, good: { body: { target_type: 2, target_id: ownComment } }, cases: targets },
  ]
}
