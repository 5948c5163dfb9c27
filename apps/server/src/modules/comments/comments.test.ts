import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it } from 'vitest'
import { counterDrift } from '#test/counters.ts'
import { makePost, makeUser, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile, tallPicture } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const reader = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  const say = async (by: TestUser, content: string, parent_id: number | null = null) =>
    test.ok(comments.create, { body: { post_id: post.id, content, parent_id }, token: by.token })
  const told = async (user: TestUser) => {
    const answer = await test.ok(notifications.comments, { query: {}, token: user.token })
    return answer.notifications.map((notice) => [notice.type, notice.comment_id])
  }
  return { test, author, reader, post, say, told }
}

describe('commenting', () => {
  it('returns the comment, counts it and notifies the author', async () => {
    const { test, author, reader, post, say, told } = await setUp()
    const comment = await say(reader, ' 写得真好\n\n谢谢 ')
    expect(comment).toMatchObject({
      post_id: post.id,
      parent_id: null,
      content: '写得真好<br><br>谢谢',
      user_auto_id: reader.id,
      user_display_id: reader.user_id,
      nickname: reader.nickname,
      reply_to: null,
      like_count: 0,
      reply_count: 0,
      liked: false,
    })
    expect(await test.ok(posts.get, { params: { id: String(post.id) } })).toMatchObject({ comment_count: 1 })
    expect(await told(author)).toEqual([[4, comment.id]])
    expect(await told(reader)).toEqual([])
  })

  it('keeps text, line breaks, mentions and uploaded pictures, and drops other markup', async () => {
    const { test, reader, say } = await setUp()
    const { url } = await storePicture(test.ctx, reader.id, await smallFile())
    const source = `<script>alert(1)</script><b onclick=x>好</b>看 &lt;script&gt; <img src="${url}" onerror=x>`
    const { id, content } = await say(reader, source)
    const picture = `<img src="${url}" alt="评论图片" class="comment-image" />`
    expect(content).toBe(`好看 &lt;script&gt; ${picture}`)
    const large = await storePicture(test.ctx, reader.id, { name: 'chat.png', body: await tallPicture() })
    const { pictures } = await say(reader, `看 <img src="${url}"><img src="${large.url}">`)
    expect(pictures.toSorted((a, b) => Number(a.height) - Number(b.height))).toMatchObject([
      { url, full: url, width: 60, height: 80 },
      { url: large.url, full: large.url.replace('-detail', '-full'), width: 100, height: 3000 },
    ])
    const rows = await test.ctx.db.selectFrom('comment_images').selectAll().where('comment_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    expect((await say(reader, `<img src="${url}">`)).content).toBe(picture)
  })

  it.each([
    ['', '请输入评论内容或上传图片'],
    [' <br> <p></p>', '请输入评论内容或上传图片'],
    [undefined, '请输入评论内容或上传图片'],
    ['字'.repeat(1001), '评论不能超过1000个字'],
    ['x'.repeat(20_000), '评论不能超过1000个字'],
    ['<img src="/uploads/x.webp">'.repeat(10), '最多只能上传9张图片'],
  ])('rejects %j', async (content, message) => {
    const { test, reader, post } = await setUp()
    const body = { post_id: post.id, content } as { post_id: number; content: string }
    const refused = await test.call(comments.create, { body, token: reader.token })
    expect(refused).toMatchObject({ status: 400, field: 'content', message })
    expect(await test.ctx.db.selectFrom('comments').selectAll().execute()).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('rejects external pictures', async () => {
    const { test, reader, post } = await setUp()
    const body = { post_id: post.id, content: '看<img src="https://elsewhere.example/a.webp">' }
    expect(await test.call(comments.create, { body, token: reader.token })).toMatchObject({
      status: 400,
      error: 'image_foreign',
    })
  })

  it('requires a published post, a parent on the same post, and an account', async () => {
    const { test, author, reader, post, say } = await setUp()
    const draft = await makePost(test.ctx, author, { is_draft: true })
    const other = await makePost(test.ctx, author)
    const parent = await say(reader, '一楼')
    const attempt = (body: object, token?: string) =>
      test.call(comments.create, { body: { content: '好', ...body } as never, token })
    for (const post_id of [draft.id, 99_999]) {
      expect(await attempt({ post_id }, author.token)).toMatchObject({ status: 404, error: 'post_not_found' })
    }
    for (const body of [
      { post_id: other.id, parent_id: parent.id },
      { post_id: post.id, parent_id: 99_999 },
    ]) {
      expect(await attempt(body, reader.token)).toMatchObject({ status: 404, error: 'comment_not_found' })
    }
    expect(await attempt({ post_id: post.id })).toMatchObject({ status: 401 })
    expect(await attempt({ post_id: 'x' }, reader.token)).toMatchObject({ status: 400, field: 'post_id' })
    expect(await attempt({ post_id: String(post.id), parent_id: String(parent.id) }, reader.token)).toMatchObject({
      status: 200,
    })
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('notifications of a comment', () => {
  it('go to the parent’s and the post’s author, one each', async () => {
    const { author, reader, say, told, test } = await setUp()
    const third = await makeUser(test.ctx)
    const first = await say(reader, '一楼')
    const reply = await say(third, '同意', first.id)
    expect(await told(reader)).toEqual([[5, reply.id]])
    expect((await told(author))[0]).toEqual([4, reply.id])
    const own = await say(author, '谢谢', first.id)
    expect((await told(reader))[0]).toEqual([5, own.id])
    const back = await say(reader, '不客气', own.id)
    expect((await told(author)).filter(([, id]) => id === back.id)).toEqual([[5, back.id]])
    expect(await told(third)).toEqual([])
  })

  it('go to mentioned users once, also besides that of the comment', async () => {
    const { test, author, reader, say, told } = await setUp()
    const friend = await makeUser(test.ctx)
    const mention = (user: TestUser) => `[@${user.nickname}:${user.user_id}]`
    const text = [friend, friend, author, reader].map(mention).join(' ')
    const comment = await say(reader, `看这里 ${text} [@没有:nobody_1]`)
    expect(await told(friend)).toEqual([[7, comment.id]])
    expect(await told(author)).toEqual([
      [7, comment.id],
      [4, comment.id],
    ])
    expect(await told(reader)).toEqual([])
    const reply = await say(author, `在 ${mention(reader)}`, comment.id)
    expect(await told(reader)).toEqual([
      [7, reply.id],
      [5, reply.id],
    ])
  })
})

describe('deleting a comment', () => {
  it('deletes replies, likes and notifications and corrects the counters', async () => {
    const { test, author, reader, post, say, told } = await setUp()
    const top = await say(reader, '一楼')
    const reply = await say(author, '二楼', top.id)
    await say(reader, '三楼', reply.id)
    const sibling = await say(author, '别的回复', top.id)
    const remove = (id: number, user: TestUser) =>
      test.call(comments.remove, { params: { id: String(id) }, token: user.token })
    expect(await remove(reply.id, reader)).toMatchObject({ status: 403 })
    expect(await remove(reply.id, author)).toMatchObject({ status: 200, data: { id: reply.id, deletedCount: 2 } })
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await told(reader)).toEqual([[5, sibling.id]])
    expect(await remove(top.id, reader)).toMatchObject({ data: { deletedCount: 2 } })
    expect(await remove(top.id, reader)).toMatchObject({ status: 404, error: 'comment_not_found' })
    expect(await test.ok(posts.get, { params: { id: String(post.id) } })).toMatchObject({ comment_count: 0 })
    expect(await told(author)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('concurrent comments', () => {
  it('accepts a hundred comments and replies on one post', async () => {
    const { test, post, reader, say } = await setUp()
    const top = await say(reader, '一楼')
    const people: TestUser[] = []
    for (let i = 0; i < 20; i++) people.push(await makeUser(test.ctx))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        test.call(comments.create, {
          body: { post_id: post.id, content: `第${i}条`, parent_id: i % 2 ? top.id : null },
          token: people[i % people.length]?.token,
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    const { pagination } = await test.ok(comments.listOfPost, { params: { id: String(post.id) }, query: {} })
    expect(pagination.total).toBe(101)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('keeps counters correct under concurrent comments, likes and deletions', async () => {
    const { test, author, post, reader, say } = await setUp()
    const tops = []
    for (let i = 0; i < 10; i++) tops.push(await say(reader, `第${i}楼`))
    const people = [author, reader, await makeUser(test.ctx)]
    const work = tops.flatMap((top) => [
      test.call(comments.remove, { params: { id: String(top.id) }, token: reader.token }),
      ...people.flatMap((person) => [
        test.call(comments.create, {
          body: { post_id: post.id, content: '答', parent_id: top.id },
          token: person.token,
        }),
        test.call(likes.create, { body: { target_type: 2, target_id: top.id }, token: person.token }),
      ]),
    ])
    const statuses = new Set((await Promise.all(work)).map((answer) => answer.status))
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})
