import { DEFAULT_AVATAR, DEFAULT_BIO } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { makePost, makeUser, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const ann = await makeUser(test.ctx, { nickname: '安安' })
  const params = { id: ann.user_id }
  const change = (body: object) =>
    test.call(users.update, { params, body: { nickname: '安安', ...body }, token: ann.token })
  return { test, ann, params, change }
}

describe('changing one’s profile', () => {
  it('changes every field and returns the profile', async () => {
    const { test, ann, params, change } = await setUp()
    const { url } = await storePicture(test.ctx, ann.id, await smallFile())
    const fields = {
      nickname: '石榴籽',
      avatar: url,
      bio: '爱拍照<br>也爱<b>吃</b>',
      gender: '女',
      zodiac_sign: '双鱼座',
      mbti: 'INFP',
      education: '本科',
      major: '汉语言文学',
      interests: ['摄影', '爬山'],
    }
    const answer = await change({ ...fields, location: '火星', like_count: 99 })
    const expected = { ...fields, bio: '爱拍照<br>也爱吃', location: '未知', like_count: 0 }
    expect(answer).toMatchObject({ status: 200, message: '资料更新成功', data: { id: ann.id, ...expected } })
    expect(await test.ok(users.get, { params })).toEqual(answer.data)
    expect(await test.ok(users.personalityTags, { params })).toMatchObject({
      mbti: 'INFP',
      interests: ['摄影', '爬山'],
    })
    const row = await test.ctx.db.selectFrom('users').select('avatar_media_id').executeTakeFirstOrThrow()
    expect(row.avatar_media_id).toEqual(expect.any(Number))
  })

  it('keeps fields that are not sent and clears empty ones', async () => {
    const { test, ann, change } = await setUp()
    const { url } = await storePicture(test.ctx, ann.id, await smallFile())
    const all = { avatar: url, bio: '简介', gender: '男', zodiac_sign: '狮子座', mbti: 'ESTJ', education: '硕士' }
    await change({ ...all, major: '数学', interests: ['棋'] })
    expect((await change({})).data).toMatchObject({ ...all, major: '数学', interests: ['棋'] })
    const none = { gender: null, zodiac_sign: null, mbti: null, education: null, major: null, interests: null }
    const empty = { avatar: '', bio: '', gender: '', zodiac_sign: '', mbti: '', education: '', major: ' ' }
    expect((await change({ ...empty, interests: [] })).data).toMatchObject({ ...none, avatar: DEFAULT_AVATAR, bio: '' })
    await change({ ...all, major: '数学', interests: ['棋'] })
    expect((await change({ ...none, bio: null })).data).toMatchObject({ ...none, bio: '', avatar: url })
    const row = await test.ctx.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ gender: null, major: null, interests: null })
  })

  it.each([
    ['an array', ['摄影', ' 摄影 ', '', '爬山']],
    ['a JSON text', '["摄影","爬山"]'],
    ['a comma text', '摄影, 爬山，摄影'],
  ])('accepts interests as %s and removes duplicates', async (_, interests) => {
    const { change } = await setUp()
    expect((await change({ interests })).data.interests).toEqual(['摄影', '爬山'])
  })

  it.each([
    ['nickname', { nickname: ' ' }, '请输入昵称'],
    ['nickname', { nickname: undefined }, '请输入昵称'],
    ['nickname', { nickname: '一二三四五六七八九十多' }, '昵称不能超过10个字'],
    ['avatar', { avatar: 'https://elsewhere.example/a.png' }, '图片不是本站上传的，请重新上传'],
    ['avatar', { avatar: `/uploads/ab/ab${'0'.repeat(30)}-detail.webp` }, '图片不是本站上传的，请重新上传'],
    ['bio', { bio: '长'.repeat(201) }, '个人简介不能超过200个字'],
    ['bio', { bio: 7 }, '填写的内容有误'],
    ['gender', { gender: '都行' }, '性别只能选择男或女'],
    ['zodiac_sign', { zodiac_sign: '蛇夫座' }, '请选择列表中的星座'],
    ['mbti', { mbti: 'XXXX' }, 'MBTI由四个字母组成，例如INFP'],
    ['education', { education: '博士后' }, '请选择列表中的学历'],
    ['major', { major: '专'.repeat(12) }, '专业不能超过11个字'],
    ['interests', { interests: ['一', '二', '三', '四', '五', '六'] }, '最多只能添加5个兴趣'],
    ['interests', { interests: '一二三四五六七八九' }, '每个兴趣不能超过8个字'],
    ['interests', { interests: '[1]' }, '兴趣爱好格式不正确'],
    ['interests', { interests: '[' }, '兴趣爱好格式不正确'],
  ])('rejects an invalid %s and changes nothing (%#)', async (field, wrong, message) => {
    const { test, params, change } = await setUp()
    expect(await change({ major: '哲学', ...wrong })).toMatchObject({ status: 400, code: 400, field, message })
    expect(await test.ok(users.get, { params })).toMatchObject({ nickname: '安安', bio: DEFAULT_BIO, major: null })
  })

  it('counts a bio’s length after cleaning', async () => {
    const { change } = await setUp()
    expect(await change({ bio: `<p>${'长'.repeat(200)}</p><script>x</script>` })).toMatchObject({ status: 200 })
    const mention = '找[@同学:user_1]玩'
    expect((await change({ bio: `${mention}<img src="/uploads/x.webp">` })).data.bio).toBe(mention)
  })

  it('is refused for another account', async () => {
    const { test, ann, params } = await setUp()
    const bob = await makeUser(test.ctx)
    const body = { nickname: '改名' }
    expect(await test.call(users.update, { params, body })).toMatchObject({ status: 401 })
    expect(await test.call(users.update, { params, body, token: bob.token })).toMatchObject({ status: 403 })
    const unknown = { id: 'nobody' }
    expect(await test.call(users.update, { params: unknown, body, token: ann.token })).toMatchObject({
      status: 404,
      error: 'user_not_found',
    })
  })

  it('indexes the final nickname after concurrent changes', async () => {
    const { test, params, change } = await setUp()
    for (let round = 0; round < 10; round++) {
      await Promise.all(['甲甲', '安安', '乙乙', '安安'].map((nickname) => change({ nickname })))
      const { nickname } = await test.ok(users.get, { params })
      for (const keyword of ['甲甲', '乙乙', '安安']) {
        const { users: found } = await test.ok(search, { query: { type: 'users', keyword } })
        expect([keyword, found?.data.length]).toEqual([keyword, keyword === nickname ? 1 : 0])
      }
    }
  })

  it('shows a new nickname in cached pages and search results at once', async () => {
    const { test, ann, change } = await setUp()
    const { id } = await makePost(test.ctx, ann, { title: '晚霞' })
    const shown = async () => (await test.ok(posts.list, { query: {} })).posts.map((post) => post.nickname)
    const found = async (keyword: string) => {
      const people = (await test.ok(users.search, { query: { keyword } })).users.map((user) => user.id)
      const notes = (await test.ok(search, { query: { keyword } })).data?.map((post) => post.id)
      return { people, notes }
    }
    const nothing = { people: [], notes: [] }
    const everything = { people: [ann.id], notes: [id] }
    expect(await shown()).toEqual(['安安'])
    expect([await found('安安'), await found('桃子')]).toEqual([everything, nothing])
    await change({ nickname: '桃子' })
    expect(await shown()).toEqual(['桃子'])
    expect([await found('安安'), await found('桃子')]).toEqual([nothing, everything])
    expect(await found('桃子 晚霞')).toEqual({ people: [], notes: [id] })
  })
})

describe('the list of all users', () => {
  it('is paged, newest first, and shows nothing private', async () => {
    const { test, ann } = await setUp()
    const [bob, eve] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const page = async (query: object) => test.ok(users.list, { query: { limit: 2, ...query } })
    const first = await page({})
    expect(first.pagination).toMatchObject({ page: 1, limit: 2, total: 3, pages: 2 })
    expect(first.users.map((user) => user.id)).toEqual([eve.id, bob.id])
    expect(Object.keys(first.users[0] ?? {}).toSorted()).toEqual(
      [
        ...['avatar', 'bio', 'created_at', 'fans_count', 'follow_count', 'id', 'like_count', 'location', 'nickname'],
        'user_id',
      ].toSorted(),
    )
    expect((await page({ page: 2 })).users).toMatchObject([{ id: ann.id, created_at: expect.stringMatching(/Z$/) }])
    await makeUser(test.ctx)
    expect((await page({})).pagination.total).toBe(4)
  })

  it('takes a constant number of statements', async () => {
    const { test } = await setUp()
    const cost = async () => {
      await test.ok(users.list, { query: {} })
      test.countStatements()
      await test.ok(users.list, { query: {} })
      return test.countStatements()
    }
    const one = await cost()
    for (let i = 0; i < 5; i++) await makeUser(test.ctx)
    expect(await cost()).toBe(one)
  })
})
