/** Test cases for every resource of the back office: how to create a record, valid and invalid input, filters. */
import { addressBans } from '@shiliu/contract/admin/address-bans'
import { admins } from '@shiliu/contract/admin/admins'
import { announcements } from '@shiliu/contract/admin/announcements'
import { categories } from '@shiliu/contract/admin/categories'
import { collections } from '@shiliu/contract/admin/collections'
import { comments } from '@shiliu/contract/admin/comments'
import { emailDomains } from '@shiliu/contract/admin/domains'
import { follows } from '@shiliu/contract/admin/follows'
import { invitations } from '@shiliu/contract/admin/invitations'
import { likes } from '@shiliu/contract/admin/likes'
import { notifications } from '@shiliu/contract/admin/notifications'
import { posts } from '@shiliu/contract/admin/posts'
import { providers } from '@shiliu/contract/admin/providers'
import type { AnyResource } from '@shiliu/contract/admin/resource'
import { sessions } from '@shiliu/contract/admin/sessions'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import { words } from '@shiliu/contract/admin/words'
import { TARGET } from '@shiliu/contract/limits'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { makeCategory, makePost, makeUser } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'

type Fields = Record<string, unknown>
/** The message, and the field that the response must name. */
type Refusal = [field: string, change: Fields, message?: RegExp]

export type Entry = {
  api: AnyResource
  /** Returns valid bodies for creating records, each different, as the documentation and existing clients send them. */
  bodies(test: TestApp): Promise<Fields[]>
  /** The label in the message for each missing field. */
  required: Record<string, RegExp>
  refused: Refusal[]
  /** Whether sending the same body again is rejected. */
  unique: boolean
  /** A change of a new record and how its row then looks. */
  change(test: TestApp): Promise<{ body: Fields; shown: Fields }>
  /** Filters that must find a row, derived from it. */
  filters(row: Fields): Record<string, string>
  sortable: string[]
}

let made = 0
const letters = () => [...String(++made)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
const post = async ({ ctx }: TestApp) => makePost(ctx, await makeUser(ctx))
const comment = async (test: TestApp) => {
  const { id } = await post(test)
  const author = await makeUser(test.ctx)
  return createComment(test.ctx, author.id, { post_id: id, content: '好看', parent_id: null })
}
const unknown = 999_999
/** Filters by public id match any part of it, in any case. */
const partOf = (publicId: unknown) => String(publicId).slice(1).toUpperCase()
const noUser: Refusal[] = [
  ['user_id', { user_id: unknown, user_display_id: undefined }, /用户不存在/],
  ['user_id', { user_id: 'abc', user_display_id: undefined }, /编号不正确/],
  ['user_display_id', { user_id: undefined, user_display_id: 'nobody' }, /用户不存在/],
]

export const table: Entry[] = [
  {
    api: users,
    async bodies() {
      const user_id = `new_${letters()}_`
      const full = { password: 'secret12', avatar: 'https://example.com/a.png', bio: '你好', location: '北京' }
      return [
        { user_id, nickname: '新同学', password: 'secret12', avatar: '', bio: '', location: '' },
        { user_id: `${user_id}b`, nickname: '新同学', ...full, is_active: true, interests: '读书,跑步', mbti: 'INFP' },
        { user_id: `${user_id}c`, nickname: '停用', password: 'secret12', is_active: 0 },
        { user_id: `${user_id}d`, nickname: '空着', password: '', avatar: null, bio: null, location: null },
      ]
    },
    required: { user_id: /请输入小石榴号/, nickname: /请输入昵称/ },
    refused: [
      ['user_id', { user_id: 'ab' }],
      ['nickname', { nickname: 'x'.repeat(11) }],
      ['password', { password: '12345' }],
      ['avatar', { avatar: 'http://example.com/a.png' }],
      ['avatar', { avatar: '/uploads/none.webp' }],
      ['bio', { bio: 'x'.repeat(201) }],
      ['location', { location: 'x'.repeat(31) }],
      ['gender', { gender: '无' }],
      ['interests', { interests: ['一', '二', '三', '四', '五', '六'] }],
      ['is_active', { is_active: 'maybe' }, /只能是0或1/],
    ],
    unique: true,
    change: async () => ({
      body: { nickname: '改过', avatar: '', bio: '第一行\n第二行', location: '上海', mbti: 'ENTJ', is_active: '0' },
      shown: { nickname: '改过', bio: '第一行<br>第二行', location: '上海', mbti: 'ENTJ', is_active: 0 },
    }),
    filters: (row) => ({
      user_id: String(row.user_id).slice(1).toUpperCase(),
      nickname: String(row.nickname).slice(1),
      location: String(row.location).slice(1),
      is_active: String(row.is_active),
      state: 'visible',
      invitation_id: String(row.invitation_id),
      search: String(row.user_id).slice(1),
    }),
    sortable: ['id', 'fans_count', 'like_count', 'created_at'],
  },
  {
    api: posts,
    async bodies({ ctx }) {
      const author = await makeUser(ctx)
      const { id } = await makeCategory(ctx)
      const words = { title: `期末复习${letters()}`, content: '图书馆<br>三楼' }
      const images = ['https://example.com/1.webp', '', 'https://example.com/2.webp']
      return [
        { ...words, category_id: id, user_display_id: author.user_id },
        {
          ...words,
          category_id: String(id),
          user_id: author.id,
          images,
          tags: ['期末', { name: '考研' }],
          view_count: 7,
        },
        { title: words.title, content: '', category_id: '', user_id: String(author.id), is_draft: true },
      ]
    },
    required: {
      title: /请输入标题/,
      content: /请输入正文/,
      category_id: /请选择分类/,
      user_display_id: /缺少必填字段/,
    },
    refused: [
      ...noUser,
      ['title', { title: 'x'.repeat(101) }],
      ['content', { content: 'x'.repeat(2001) }],
      ['category_id', { category_id: unknown }],
      ['images', { images: ['javascript:alert(1)'] }],
      ['images', { images: ['http://example.com/1.webp'] }],
      ['images', { images: Array(10).fill('https://example.com/1.webp') }],
      ['tags', { tags: Array.from({ length: 11 }, (_, i) => `标签${i}`) }],
      ['view_count', { view_count: -1 }],
      ['view_count', { view_count: 1.5 }],
    ],
    unique: false,
    async change({ ctx }) {
      const { id, name } = await makeCategory(ctx)
      const body = { title: '改过的标题', content: '改过', category_id: id, tags: ['改'], images: [], view_count: '12' }
      const shown = { title: '改过的标题', content: '改过', category: name, images: [], view_count: 12 }
      return { body, shown }
    },
    filters: (row) => ({
      user_id: String(row.user_id),
      tag_id: String((row.tags as { id: number }[])[0]?.id),
      title: String(row.title).slice(1, 4),
      category_id: String(row.category_id),
      state: String(row.state),
      is_draft: String(row.is_draft),
      is_featured: String(row.is_featured),
      user_display_id: partOf(row.user_display_id),
      search: '图书馆',
    }),
    sortable: ['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'],
  },
  {
    api: comments,
    async bodies(test) {
      const parent = await comment(test)
      const author = await makeUser(test.ctx)
      const content = '说得好 <b>真的</b> & <img src="https://example.com/1.webp">'
      return [
        { content: '好看', post_id: parent.post_id, user_id: author.id, parent_id: null },
        { content, post_id: String(parent.post_id), user_display_id: author.user_id, parent_id: String(parent.id) },
        { content: '好看', post_id: parent.post_id, user_id: author.id, parent_id: '' },
      ]
    },
    required: { content: /请输入评论/, post_id: /缺少必填字段：post_id/, user_id: /缺少必填字段/ },
    refused: [
      ...noUser,
      ['post_id', { post_id: unknown }, /笔记不存在/],
      ['parent_id', { parent_id: unknown }, /评论不存在/],
      ['content', { content: '  <br> ' }],
      ['content', { content: 'x'.repeat(1001) }],
      ['images', { content: '<img src="http://example.com/1.webp">' }],
    ],
    unique: false,
    change: async () => ({ body: { content: '改过 & <i>好</i>' }, shown: { content: '改过 &amp; 好' } }),
    filters: (row) => ({
      user_id: String(row.user_id),
      post_id: String(row.post_id),
      parent_id: String(row.parent_id),
      state: String(row.state),
      user_display_id: partOf(row.user_display_id),
      content: '好',
    }),
    sortable: ['id', 'like_count', 'reply_count', 'created_at'],
  },
  {
    api: categories,
    bodies: async () => [{ name: `分类${letters()}`, category_title: `c${letters()}` }],
    required: { name: /请输入分类名称/, category_title: /请输入英文标题/ },
    refused: [
      ['name', { name: 'x'.repeat(51) }],
      ['category_title', { category_title: 'Campus' }],
    ],
    unique: true,
    async change() {
      const body = { name: `改过${letters()}`, category_title: `d${letters()}` }
      return { body, shown: body }
    },
    filters: (row) => ({
      name: String(row.name).slice(1),
      category_title: String(row.category_title).slice(1),
      state: 'visible',
    }),
    sortable: ['id', 'name', 'post_count', 'created_at'],
  },
  {
    api: tags,
    bodies: async () => [{ name: `标签${letters()}` }],
    required: { name: /请输入标签名称/ },
    refused: [
      ['name', { name: 'x'.repeat(9) }],
      ['name', { name: '  ' }],
    ],
    unique: true,
    async change() {
      const name = `新${letters()}`
      return { body: { name }, shown: { name } }
    },
    filters: (row) => ({ name: String(row.name).slice(1), state: 'visible' }),
    sortable: ['id', 'name', 'use_count', 'created_at'],
  },
  {
    api: likes,
    async bodies(test) {
      const user = await makeUser(test.ctx)
      const [note, said] = [await post(test), await comment(test)]
      return [
        { user_id: user.id, target_type: TARGET.post, target_id: note.id },
        { user_display_id: user.user_id, target_type: String(TARGET.comment), target_id: String(said.id) },
      ]
    },
    required: { user_id: /缺少必填字段/, target_type: /点赞类型/, target_id: /缺少必填字段：target_id/ },
    refused: [...noUser, ['target_id', { target_id: unknown }, /不存在/], ['target_type', { target_type: 3 }]],
    unique: true,
    async change(test) {
      const { id } = await comment(test)
      const body = { target_type: TARGET.comment, target_id: id }
      return { body, shown: body }
    },
    filters: (row) => ({
      user_id: String(row.user_id),
      user_display_id: partOf(row.user_display_id),
      target_type: String(row.target_type),
      target_id: String(row.target_id),
      state: 'visible',
    }),
    sortable: ['id', 'created_at'],
  },
  {
    api: collections,
    async bodies(test) {
      const user = await makeUser(test.ctx)
      return [
        { user_id: user.id, post_id: (await post(test)).id },
        { user_display_id: user.user_id, post_id: String((await post(test)).id) },
      ]
    },
    required: { user_id: /缺少必填字段/, post_id: /缺少必填字段：post_id/ },
    refused: [...noUser, ['post_id', { post_id: unknown }, /笔记不存在/]],
    unique: true,
    async change(test) {
      const { id } = await post(test)
      return { body: { post_id: id }, shown: { post_id: id } }
    },
    filters: (row) => ({
      user_id: String(row.user_id),
      user_display_id: partOf(row.user_display_id),
      post_id: String(row.post_id),
      state: 'visible',
    }),
    sortable: ['id', 'created_at'],
  },
  {
    api: follows,
    async bodies({ ctx }) {
      const [one, other] = [await makeUser(ctx), await makeUser(ctx)]
      return [
        { follower_id: one.id, following_id: other.id },
        { follower_display_id: other.user_id, following_display_id: one.user_id },
      ]
    },
    required: { follower_id: /缺少必填字段/, following_id: /缺少必填字段/ },
    refused: [
      ['follower_id', { follower_id: unknown }, /用户不存在/],
      ['following_id', { following_id: unknown }, /用户不存在/],
    ],
    unique: true,
    async change({ ctx }) {
      const { id, user_id, nickname } = await makeUser(ctx)
      const shown = { following_id: id, following_display_id: user_id, following_nickname: nickname }
      return { body: { following_id: id }, shown }
    },
    filters: (row) => ({
      follower_id: String(row.follower_id),
      following_id: String(row.following_id),
      follower_display_id: partOf(row.follower_display_id),
      following_display_id: partOf(row.following_display_id),
      state: 'visible',
    }),
    sortable: ['id', 'created_at'],
  },
  {
    api: notifications,
    async bodies(test) {
      const [receiver, sender] = [await makeUser(test.ctx), await makeUser(test.ctx)]
      const said = await comment(test)
      const about = { target_id: said.post_id, comment_id: String(said.id) }
      return [
        { user_id: receiver.id, sender_id: sender.id, type: 1, title: '赞了你的笔记', ...about, is_read: true },
        { user_display_id: receiver.user_id, type: 6, content: '欢迎新同学' },
        { user_id: receiver.id, sender_display_id: sender.user_id, type: '7', title: '提到了你', target_id: '' },
      ]
    },
    required: { user_id: /缺少必填字段/, type: /通知类型不正确/, title: /请输入通知标题/ },
    refused: [
      ...noUser,
      ['sender_id', { sender_id: unknown }, /用户不存在/],
      ['type', { type: 8 }],
      ['title', { title: 'x'.repeat(101) }],
      ['target_id', { target_id: unknown, comment_id: undefined }, /笔记不存在/],
      ['comment_id', { comment_id: unknown }, /没有这条评论/],
    ],
    unique: false,
    change: async () => ({
      body: { content: '改过的标题', is_read: 1, target_id: null, comment_id: null },
      shown: { title: '改过的标题', is_read: 1, target_id: null, comment_id: null },
    }),
    filters: (row) => ({
      user_id: String(row.user_id),
      user_display_id: partOf(row.user_display_id),
      type: String(row.type),
      is_read: String(row.is_read),
      title: String(row.title).slice(1, 3),
      state: 'visible',
    }),
    sortable: ['id', 'created_at'],
  },
  {
    api: sessions,
    async bodies({ ctx }) {
      const user = await makeUser(ctx)
      return [
        { user_id: user.id, user_agent: 'Firefox', is_active: true },
        { user_display_id: user.user_id, user_agent: 'Chromium' },
        { user_display_id: user.user_id },
      ]
    },
    required: { user_id: /缺少必填字段/ },
    refused: [...noUser, ['user_agent', { user_agent: 'x'.repeat(501) }], ['is_active', { is_active: 7 }]],
    unique: false,
    change: async () => ({ body: { is_active: 0 }, shown: { is_active: 0, user_agent: 'Firefox' } }),
    filters: (row) => ({
      user_id: String(row.user_id),
      user_display_id: partOf(row.user_display_id),
      is_active: String(row.is_active),
      state: 'visible',
    }),
    sortable: ['id', 'expires_at', 'created_at'],
  },
  {
    api: announcements,
    async bodies({ ctx }) {
      const { id } = await makeCategory(ctx)
      const title = `停电通知${letters()}`
      return [
        {
          kind: 'banner',
          title,
          audience: 'all',
          text: '今晚十点',
          link: '/post/1',
          starts_at: '2026-09-01T00:00:00Z',
        },
        { kind: 'banner', title, audience: 'category', category_id: id, dismissable: false, ends_at: '' },
        { kind: 'banner', title, audience: 'moderator', text: null, link: '', starts_at: '', ends_at: null },
        { kind: 'notification', title, audience: 'signed_in', ends_at: '2099-01-01T08:00:00+08:00' },
      ]
    },
    required: { title: /请输入标题/, kind: /种类只能是/, audience: /对象只能是/ },
    refused: [
      ['title', { title: '长'.repeat(41) }, /标题不能超过40个字/],
      ['text', { text: '长'.repeat(301) }, /正文不能超过300个字/],
      ['link', { link: 'javascript:alert(1)' }, /链接要以/],
      ['link', { link: '//elsewhere.example' }, /链接要以/],
      ['link', { link: '/\\elsewhere.example' }, /链接要以/],
      ['link', { link: 'http://example.com' }, /链接要以/],
      ['link', { link: `/${'x'.repeat(300)}` }, /链接不能超过300个字/],
      ['kind', { kind: 'mail' }, /种类只能是/],
      ['audience', { audience: 'guests' }, /对象只能是/],
      ['audience', { kind: 'notification', audience: 'owner' }, /通知只能发给用户/],
      ['category_id', { audience: 'category', category_id: null }, /请选择分类/],
      ['category_id', { audience: 'category', category_id: unknown }, /分类不存在/],
      ['starts_at', { starts_at: '明天' }, /时间要写成/],
      ['starts_at', { starts_at: '2026-02-31T00:00:00Z' }, /时间要写成/],
      ['ends_at', { ends_at: '2026-09-01' }, /时间要写成/],
      ['ends_at', { starts_at: '2026-09-02T00:00:00Z', ends_at: '2026-09-01T00:00:00Z' }, /结束时间要晚于/],
      ['dismissable', { dismissable: 'maybe' }, /只能是0或1/],
    ],
    unique: false,
    change: async () => ({
      body: { title: '改过', text: '', link: 'https://example.com/a', dismissable: 0, ends_at: '2099-01-01T00:00:00Z' },
      shown: {
        title: '改过',
        text: '',
        link: 'https://example.com/a',
        dismissable: 0,
        ends_at: '2099-01-01T00:00:00.000Z',
      },
    }),
    filters: (row) => ({ title: String(row.title).slice(1), kind: String(row.kind), audience: String(row.audience) }),
    sortable: ['id', 'starts_at', 'created_at'],
  },
  {
    api: words,
    bodies: async () => [
      { word: `坏${letters()}`, action: 'refuse' },
      { word: `坏 ${letters()}`, action: 'review', whole: true },
      { word: `坏-${letters()}`, action: 'mask', whole: '0' },
      { word: `坏${letters()}`, action: 'flag', whole: null },
    ],
    required: { word: /请输入敏感词/, action: /处理/ },
    refused: [
      ['word', { word: 'x'.repeat(51) }, /不能超过50个字/],
      ['word', { word: '！？…' }, /要有文字或数字/],
      ['word', { word: 'ﷺ'.repeat(20) }, /太长/],
      ['action', { action: 'ban' }, /处理方式只能是/],
      ['whole', { whole: 'maybe' }, /只能是0或1/],
    ],
    unique: true,
    async change() {
      const word = `更坏${letters()}`
      return { body: { word, action: 'mask', whole: 1 }, shown: { word, action: 'mask', whole: 1 } }
    },
    filters: (row) => ({ word: String(row.word).slice(1), action: String(row.action) }),
    sortable: ['id', 'word', 'created_at', 'updated_at'],
  },
  {
    api: invitations,
    bodies: async () => [
      { code: `迎新${letters()}`, note: '给新生', uses_left: 3, expires_on: '2027-06-30' },
      { code: `邀请${letters()}`, note: '不限', uses_left: '', expires_on: '' },
      { code: `邀请${letters()}`, note: '文本', uses_left: '0' },
    ],
    required: {},
    refused: [
      ['code', { code: '三个字' }, /邀请码要有 4 到 50 个字/],
      ['code', { code: 'x'.repeat(51) }, /邀请码要有 4 到 50 个字/],
      ['note', { note: 'x'.repeat(101) }, /备注不能超过100个字/],
      ['uses_left', { uses_left: -1 }, /0 到 100000 的整数/],
      ['uses_left', { uses_left: 1.5 }, /0 到 100000 的整数/],
      ['uses_left', { uses_left: 100_001 }, /0 到 100000 的整数/],
      ['uses_left', { uses_left: '多' }, /0 到 100000 的整数/],
      ['expires_on', { expires_on: '2026-06-31' }, /日期请写成 2026-12-31 这样/],
      ['expires_on', { expires_on: '明天' }, /日期请写成 2026-12-31 这样/],
    ],
    unique: true,
    async change() {
      const body = { note: '改过', uses_left: null, expires_on: '2028-02-29' }
      return { body, shown: body }
    },
    filters: (row) => ({ code: String(row.code).slice(1), note: String(row.note).slice(1) }),
    sortable: ['id', 'used_count', 'created_at'],
  },
  {
    api: emailDomains,
    bodies: async () => [
      { domain: `mail${++made}.example.com`, note: '一次性邮箱' },
      { domain: `Trash${++made}.Example.net` },
    ],
    required: { domain: /请填写域名/ },
    refused: [
      ['domain', { domain: 'example' }, /域名不正确/],
      ['domain', { domain: '例子.com' }, /域名不正确/],
      ['domain', { domain: `${'x'.repeat(60)}.${'y'.repeat(30)}.com` }, /域名不正确/],
      ['note', { note: 'x'.repeat(101) }, /备注不能超过100个字/],
    ],
    unique: true,
    async change() {
      const body = { domain: `other${++made}.example.com`, note: '改过' }
      return { body, shown: body }
    },
    filters: (row) => ({ domain: String(row.domain).slice(1), note: String(row.note).slice(1) }),
    sortable: ['id', 'created_at'],
  },
  {
    api: addressBans,
    bodies: async () => [
      { network: `198.51.100.${++made % 250}`, reason: '刷屏', note: '机房', until: '2027-06-30T08:00:00.000Z' },
      { network: `2001:db8:${(++made).toString(16)}::/48`, reason: '广告', until: '' },
    ],
    required: {},
    refused: [
      ['network', { network: '10.0.0.0/8' }, /网段太大了/],
      ['network', { network: '1.2.3.4.5' }, /请填写 IP 地址或网段/],
      ['reason', { reason: 'x'.repeat(201) }, /原因不能超过200个字/],
      ['note', { note: 'x'.repeat(101) }, /备注不能超过100个字/],
      ['until', { until: '明天' }, /时间要写成/],
      ['until', { until: '2026-06-31T00:00:00Z' }, /时间要写成/],
      ['until', { until: '2020-01-01T00:00:00Z' }, /封到的时间要在现在之后/],
    ],
    unique: true,
    async change() {
      const body = { reason: '改过', until: '2028-02-29T00:00:00.000Z' }
      return { body, shown: body }
    },
    filters: (row) => ({ network: String(row.network).slice(1), reason: String(row.reason).slice(1) }),
    sortable: ['id', 'created_at'],
  },
  {
    api: providers,
    bodies: async () => [
      {
        kind: 'oidc',
        name: `学校${letters()}`,
        address: 'https://login.example.edu.cn/realms/school',
        client_id: 'shiliu',
        client_secret: 'secret of the school',
        scope: 'openid profile',
        name_attribute: 'name',
        badge_attribute: 'realm_access.roles',
        badges: 'student=学生，*=校友',
        ends_session: true,
        is_active: '0',
      },
      { kind: 'cas', name: `学院${letters()}`, address: 'https://cas.example.edu.cn/cas', client_secret: '' },
    ],
    required: { name: /请输入名称/, address: /请输入地址/, kind: /协议只能是/ },
    refused: [
      ['kind', { kind: 'saml' }, /协议只能是/],
      ['name', { name: 'x'.repeat(21) }, /名称不能超过20个字/],
      ['name', { name: '官方登录' }, /网站保留的词/],
      ['address', { address: 'http://login.example.edu.cn' }, /https/],
      ['address', { address: 'https://user:secret@login.example.edu.cn' }, /https/],
      ['address', { address: 'https://login.example.edu.cn/?a=1' }, /https/],
      ['address', { address: 'javascript:alert(1)' }, /https/],
      ['address', { address: `https://${'x'.repeat(300)}` }, /不能超过300个字/],
      ['client_id', { client_id: '客户端' }, /只能是英文字母/],
      ['client_secret', { client_secret: 'x'.repeat(201) }, /不能超过200个字/],
      ['badge_attribute', { badge_attribute: 'x'.repeat(101) }, /不能超过100个字/],
      ['badges', { badges: 'student' }, /student=学生/],
      ['badges', { badges: 'student=站长' }, /网站保留的词/],
      ['badges', { badges: 'student=一二三四五六七八九' }, /每个身份不能超过8个字/],
      ['is_active', { is_active: 'maybe' }, /只能是0或1/],
    ],
    unique: true,
    async change() {
      const body = { scope: 'openid email', badges: 'staff=教职工' }
      return { body, shown: body }
    },
    filters: (row) => ({ name: String(row.name).slice(1) }),
    sortable: ['id', 'name', 'created_at'],
  },
  {
    api: admins,
    bodies: async () => [
      { username: `boss ${letters()}`, password: 'secret12' },
      { username: `boss ${letters()}`, password: 'secret12', role: 'editor', status: 0 },
    ],
    required: { username: /请输入用户名/, password: /请输入密码/ },
    refused: [
      ['username', { username: 'x' }],
      ['password', { password: '12345' }],
      ['role', { role: 'king' }, /角色只能是owner、administrator/],
      ['status', { status: 'x' }, /只能是0或1/],
    ],
    unique: true,
    change: async () => ({
      body: { password: 'another12', role: 'viewer', status: 0 },
      shown: { role: 'viewer', status: 0 },
    }),
    filters: (row) => ({ username: String(row.username).slice(2), role: String(row.role) }),
    sortable: ['id', 'username', 'created_at'],
  },
]
