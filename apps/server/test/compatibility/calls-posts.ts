/** Calls about notes, comments, likes, notifications and search. */
import type { Line } from './calls.ts'

const page = 'pagination: Pagination'
const whole = {
  title: '标题',
  content: '正文',
  category_id: '{category}',
  images: ['{picture}'],
  tags: ['学习', '校园'],
}
const note = '…Post, images: [str], tags: [TagRef]'

export const posts: Line[] = [
  { call: 'GET /posts?page=1&limit=2', shape: `{posts: [{${note}}], ${page}}` },
  { call: 'GET /posts?category=study&limit=1', shape: `{posts: [], ${page}}` },
  { call: 'GET /posts?category=recommend', shape: `{posts: [{${note}}], ${page}}` },
  { call: 'GET /posts?category={category}', shape: `{posts: [{${note}}], ${page}}` },
  { call: 'GET /posts?is_draft=1', status: 401 },
  { call: 'POST /posts', body: whole, status: 401 },
  { call: 'POST /posts', as: 'me', body: { ...whole, title: undefined }, status: 400 },
  { call: 'POST /posts', as: 'me', body: whole, shape: '{id: int}', keep: 'published' },
  {
    call: 'POST /posts',
    as: 'me',
    body: { title: '', content: '', category_id: null, images: ['{picture}'], tags: [], is_draft: true },
    shape: '{id: int}',
    keep: 'draft',
  },
  {
    call: 'GET /posts?page=1&limit=10&sort=created_at&user_id={myNumber}&is_draft=1&keyword=&category=',
    as: 'me',
    shape: `{posts: [{…Post}], ${page}}`,
    data: { pagination: { page: 1, limit: 10, total: 1, pages: 1 } },
  },
  { call: 'GET /posts/{draft}', status: 404 },
  { call: 'GET /posts/{draft}', as: 'other', status: 404 },
  { call: 'GET /posts/{draft}', as: 'me', shape: '{…Post}', data: { is_draft: 1, category: null } },
  { call: 'GET /posts/{published}', shape: `{${note}}`, data: { is_draft: 0, liked: false } },
  { call: 'GET /posts/{published}?skipViewCount=true', as: 'broken', shape: `{${note}}`, data: { view_count: 1 } },
  { call: 'GET /posts/999999', status: 404 },
  { call: 'GET /posts/12abc', status: 404 },
  { call: 'PUT /posts/{published}', body: whole, status: 401 },
  { call: 'PUT /posts/{published}', as: 'other', body: whole, status: 403 },
  { call: 'PUT /posts/{published}', as: 'me', body: { ...whole, category_id: undefined }, status: 400 },
  { call: 'PUT /posts/999999', as: 'me', body: whole, status: 404 },
  // Missing fields stay, empty ones are cleared; without `is_draft` the note is published.
  {
    call: 'PUT /posts/{published}',
    as: 'me',
    body: { title: '新标题', content: '正文', category_id: '{category}' },
    shape: '{id: int}',
  },
  { call: 'GET /posts/{published}', shape: `{${note}}`, data: { title: '新标题', is_draft: 0 } },
  { call: 'PUT /posts/{published}', as: 'me', body: { ...whole, images: [], tags: [] }, shape: '{id: int}' },
  { call: 'GET /posts/{published}', shape: '{…Post, images: [], tags: []}' },
  { call: 'PUT /posts/{draft}', as: 'me', body: whole, shape: '{id: int}' },
  { call: 'GET /posts/{draft}', shape: `{${note}}`, data: { is_draft: 0 } },
  { call: 'PUT /posts/{draft}', as: 'me', body: { ...whole, is_draft: 'true' }, shape: '{id: int}' },
  { call: 'GET /posts/{draft}', status: 404 },
  {
    call: 'GET /users/{other}/posts?page=1&limit=3',
    shape: `{posts: [{${note}}], ${page}}`,
  },
  {
    call: 'GET /users/{other}/posts?limit=2&category={category}&keyword=图书&sort=like_count',
    shape: `{posts: [{${note}}], ${page}}`,
  },
  { call: 'GET /users/{other}/posts?limit=2&category=999999&keyword=图书', shape: `{posts: [], ${page}}` },
  { call: 'GET /users/nobody/posts', status: 404 },
  { call: 'POST /posts/{note}/collect', status: 401 },
  { call: 'POST /posts/999999/collect', as: 'me', status: 404 },
  ...[1, 1].map(
    (collectCount): Line => ({
      call: 'POST /posts/{note}/collect',
      as: 'me',
      shape: '{collected: bool, collectCount: int}',
      data: { collected: true, collectCount },
    }),
  ),
  { call: 'GET /users/{me}/collections?limit=2', shape: `{collections: [{${note}, collected_at: time}], ${page}}` },
  { call: 'GET /users/nobody/collections', status: 404 },
  ...[0, 0].map(
    (collectCount): Line => ({
      call: 'DELETE /posts/{note}/collect',
      as: 'me',
      shape: '{collected: bool, collectCount: int}',
      data: { collected: false, collectCount },
    }),
  ),
  { call: 'DELETE /posts/{published}', status: 401 },
  { call: 'DELETE /posts/{published}', as: 'other', status: 403 },
  { call: 'DELETE /posts/999999', as: 'me', status: 404 },
  { call: 'DELETE /posts/{published}', as: 'me' },
  { call: 'GET /posts/{published}', status: 404 },
]

const thread = '…Comment, replies: [Comment]|[]'

export const comments: Line[] = [
  { call: 'POST /comments', body: { post_id: '{note}', content: '好' }, status: 401 },
  { call: 'POST /comments', as: 'me', body: {}, status: 400 },
  { call: 'POST /comments', as: 'me', body: { post_id: 999_999, content: '好' }, status: 404 },
  { call: 'POST /comments', as: 'me', body: { post_id: '{note}', content: '好', parent_id: 999_999 }, status: 404 },
  {
    call: 'POST /comments',
    as: 'me',
    // Covers a numeric text, a picture, a line break and disallowed markup.
    body: {
      post_id: '{note}',
      content: '看<b>这个</b><br><img src="{picture}" alt="评论图片" class="comment-image" />',
      parent_id: null,
    },
    shape: '{id: int}',
    data: { content: '看这个<br><img src="{picture}" alt="评论图片" class="comment-image" />' },
    keep: 'comment',
  },
  {
    call: 'POST /comments',
    as: 'other',
    body: { post_id: '{note}', content: '谢谢', parent_id: '{comment}' },
    shape: '{id: int}',
  },
  {
    call: 'GET /posts/{note}/comments?page=1&limit=5&sort=desc',
    shape: `{comments: [{${thread}}], ${page}}`,
    data: { pagination: { page: 1, limit: 5, total: 2, pages: 1 } },
  },
  { call: 'GET /posts/999999/comments', status: 404 },
  { call: 'GET /comments?post_id={note}&limit=2', as: 'me', shape: `{comments: [{${thread}}], ${page}}` },
  { call: 'GET /comments', status: 400 },
  { call: 'GET /comments/{comment}/replies', shape: `{comments: [Comment], ${page}}` },
  ...[true, true].map(
    (liked): Line => ({
      call: 'POST /likes',
      as: 'other',
      body: { target_type: 2, target_id: '{comment}' },
      shape: '{liked: bool, likeCount: int}',
      data: { liked, likeCount: 1 },
    }),
  ),
]

export const likes: Line[] = [
  { call: 'POST /likes', body: { target_type: 1, target_id: '{note}' }, status: 401 },
  { call: 'POST /likes', as: 'me', body: {}, status: 400 },
  { call: 'POST /likes', as: 'me', body: { target_type: 3, target_id: '{note}' }, status: 400 },
  ...[1, 1].map(
    (likeCount): Line => ({
      call: 'POST /likes',
      as: 'me',
      body: { target_type: '1', target_id: '{note}' },
      shape: '{liked: bool, likeCount: int}',
      data: { liked: true, likeCount },
    }),
  ),
  { call: 'GET /users/{me}/likes?limit=2', as: 'me', shape: `{posts: [{${note}, liked_at: time}], ${page}}` },
  { call: 'GET /posts/{note}?skipViewCount=true', as: 'me', shape: '{…Post}', data: { liked: true, like_count: 1 } },
  ...[0, 0].map(
    (likeCount): Line => ({
      call: 'DELETE /likes',
      as: 'me',
      body: { target_type: 1, target_id: '{note}' },
      shape: '{liked: bool, likeCount: int}',
      data: { liked: false, likeCount },
    }),
  ),
  { call: 'DELETE /likes', as: 'me', body: {}, status: 400 },
]

const about = '…NoticeBase, post_title: str, post_image: str|null'
const ofComment =
  'comment_content: str, comment_created_at: time, comment_like_count: int, comment_is_liked: flag, parent_comment_content: str|null'

export const notifications: Line[] = [
  { call: 'POST /likes', as: 'me', body: { target_type: 1, target_id: '{note}' }, shape: '{liked: bool}' },
  { call: 'POST /posts/{note}/collect', as: 'me', shape: '{collected: bool}' },
  { call: 'GET /notifications/comments', status: 401 },
  {
    call: 'GET /notifications/comments?page=1&limit=20',
    as: 'other',
    shape: `{notifications: [{${about}, ${ofComment}}], ${page}}`,
  },
  {
    call: 'GET /notifications/comments?limit=2',
    as: 'me',
    shape: `{notifications: [{${about}, ${ofComment}, parent_comment_content: str}], ${page}}`,
  },
  { call: 'GET /notifications/likes', as: 'me', shape: `{notifications: [{${about}, target_type: int}], ${page}}` },
  { call: 'GET /notifications/collections', as: 'other', shape: `{notifications: [{${about}}], ${page}}` },
  { call: 'GET /notifications/follows', as: 'other', shape: `{notifications: [NoticeBase], ${page}}` },
  {
    call: 'GET /notifications?page=1&limit=2',
    as: 'other',
    shape: `{notifications: [NoticeBase], ${page}, unread: int}`,
    keep: 'notice',
  },
  { call: 'GET /notifications/unread-count', as: 'other', shape: '{count: int}', data: { count: 4 } },
  {
    call: 'GET /notifications/unread-count-by-type',
    as: 'other',
    shape: '{comments: int, likes: int, collections: int, follows: int, total: int}',
    data: { comments: 1, likes: 1, collections: 1, follows: 1, total: 4 },
  },
  { call: 'PUT /notifications/{notice}/read', as: 'me', status: 404 },
  { call: 'PUT /notifications/{notice}/read', as: 'other' },
  { call: 'DELETE /notifications/{notice}', as: 'me', status: 404 },
  { call: 'DELETE /notifications/{notice}', as: 'other' },
  { call: 'PUT /notifications/read-all', as: 'other' },
  { call: 'GET /notifications/unread-count', as: 'other', shape: '{count: int}', data: { count: 0 } },
]

const found = `data: [{${note}}], tagStats: [{id: str, label: str, count: int}], ${page}`
const asked = 'keyword: str, tag: str, type: str'

export const search: Line[] = [
  { call: 'GET /search', shape: `{${asked}, data: [], tagStats: [], ${page}}` },
  { call: 'GET /search?type=all&keyword=图书馆&limit=2', shape: `{${asked}, ${found}}`, data: { keyword: '图书馆' } },
  { call: 'GET /search?type=posts&keyword=图书馆&limit=2', shape: `{${asked}, posts: {${found}}}` },
  {
    call: 'GET /search?type=all&tag=学习&limit=1',
    shape: `{${asked}, data: [{${note}}], ${page}}`,
    data: { tag: '学习' },
  },
  { call: 'GET /search?type=users&keyword={other}', shape: `{${asked}, users: {data: [Card], ${page}}}` },
  { call: 'GET /search?type=video&keyword=a', shape: `{${asked}}` },
  { call: 'GET /search/posts?keyword=图书馆', shape: `{${asked}, posts: {${found}}}` },
]

/** Calls that delete things come last. */
export const endings: Line[] = [
  { call: 'DELETE /comments/{comment}', status: 401 },
  { call: 'DELETE /comments/{comment}', as: 'other', status: 403 },
  { call: 'DELETE /comments/999999', as: 'me', status: 404 },
  { call: 'DELETE /comments/{comment}', as: 'me', shape: '{id: int, deletedCount: int}', data: { deletedCount: 2 } },
  { call: 'GET /comments/{comment}/replies', status: 404 },
  { call: 'POST /auth/logout', as: 'other' },
  { call: 'POST /auth/refresh', body: { refresh_token: '{othersRefresh}' }, status: 401 },
  { call: 'DELETE /users/{me}', as: 'me' },
  { call: 'GET /auth/me', as: 'me', status: 401 },
]
