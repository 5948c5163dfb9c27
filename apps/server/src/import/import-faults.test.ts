/** An old site with every fault that such sites have comes as a sound one. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { hotScore } from '#modules/posts/hot-score.ts'
import { cli, driftOf, ENGINES, emptySite } from '#test/import-target.ts'
import { createOldSite, insertFaults, OLD_PASSWORD, OLD_TIME, oldUploads } from '#test/old-site.ts'
import { openSite } from '#test/test-app.ts'

const HOUR = 3_600_000

async function imported(engine: (typeof ENGINES)[number]) {
  const [old, folder, config] = [await createOldSite(), await oldUploads(), await emptySite(engine)]
  await insertFaults(old)
  const done = await cli(config, 'import', '--from', old.url, '--uploads', folder)
  expect(done).toMatchObject({ code: 0, err: '' })
  const site = await openSite(config)
  return { old, config, site, out: done.out }
}

describe.each(ENGINES)('an old site with faults, into %s', { timeout: 60_000 }, (engine) => {
  it('brings what can come', async () => {
    const { site, config, out, old } = await imported(engine)
    const { db } = site.ctx

    const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
    expect(users.map(({ id, user_id }) => [id, user_id])).toEqual([
      [1, 'xiaoming'],
      [2, 'Hong_2'],
      [3, 'user3'],
      [4, expect.stringMatching(/^u4_[0-9a-f]{12}$/)],
      [5, 'user5'],
      [6, 'ab'],
      [7, 'averylongpublic'],
      [8, 'later'],
    ])
    const [ming, hong, zhang, upper, , ab, long, later] = users
    expect(ming).toMatchObject({
      nickname: '小 明😀',
      gender: '男',
      zodiac_sign: '白羊座',
      mbti: 'INFP',
      education: '本科',
      major: '计算机科学与技术（拔尖',
      interests: JSON.stringify(['摄影', '跑步', '很长很长很长的一', 'e', 'f']),
      bio: '你好<br>再见 [@小红:Hong_2]',
      location: '江苏',
      created_at: OLD_TIME + HOUR,
      last_login_at: OLD_TIME + 5 * HOUR,
      avatar: expect.stringMatching(/^\/uploads\/.+-detail\.webp$/),
    })
    expect(hong).toMatchObject({ gender: '女', avatar: 'https://img.example.com/h.jpg', bio: '长'.repeat(200) })
    expect(hong?.interests).toBe(JSON.stringify(['看书', '旅行']))
    expect(zhang).toMatchObject({ nickname: '一二三四五六七八九十', zodiac_sign: null, interests: null })
    expect(upper).toMatchObject({ password_hash: '', gender: null, avatar: DEFAULT_AVATAR })
    expect(ab).toMatchObject({ is_active: 0, avatar: DEFAULT_AVATAR })
    expect(long?.created_at).toBe(OLD_TIME + 6 * HOUR)
    expect(later?.created_at).toBeLessThanOrEqual(Date.now())

    const oldIds = await db.selectFrom('old_user_ids').selectAll().orderBy('user_id').execute()
    expect(oldIds).toEqual([
      { user_id_key: '张三', user_id: 3 },
      { user_id_key: 'search', user_id: 5 },
      { user_id_key: 'a-very-long-public-id-of-the-old-site', user_id: 7 },
    ])

    const posts = await db.selectFrom('posts').selectAll().orderBy('id').execute()
    expect(posts.map(({ id, user_id, category_id }) => [id, user_id, category_id])).toEqual([
      [1, 1, 1],
      [2, 2, 1],
      [3, 3, null],
      [4, 1, null],
      [6, 7, 3],
    ])
    expect(posts[0]?.content).toBe(
      '第一行<br>第二行<br>粗 [@小红:Hong_2] 和 [@张三:user3] 和 [@没人:nobody_x] &lt;b&gt;',
    )
    expect(posts[1]).toMatchObject({ title: '长'.repeat(200), content: '字'.repeat(2500) })
    expect(posts[2]).toMatchObject({ is_draft: 1, is_private: 1, view_count: 0 })
    expect(posts[3]?.created_at).toBe(OLD_TIME + 23 * HOUR)
    expect(posts[4]).toMatchObject({ is_draft: 0, view_count: 0 })
    expect(posts[4]?.created_at).toBeLessThanOrEqual(Date.now())
    for (const post of posts) expect(post.hot_score).toBeCloseTo(hotScore(post), 6)

    const images = await db.selectFrom('post_images').selectAll().orderBy('post_id').orderBy('position').execute()
    expect(
      images.map(({ post_id, position, url, media_id }) => [post_id, position, url ?? (media_id && 'ours')]),
    ).toEqual([
      [1, 0, 'https://img.example.com/1.jpg'],
      [1, 1, 'ours'],
      [1, 2, 'ours'],
      [2, 0, 'https://plain.example.com/2.jpg'],
      [3, 0, 'https://cdn.example.org/uploads/elsewhere.png'],
      [4, 0, 'ours'],
    ])

    const comments = await db.selectFrom('comments').selectAll().orderBy('id').execute()
    expect(comments.map(({ id, parent_id, root_id }) => [id, parent_id, root_id])).toEqual([
      [1, null, null],
      [2, 1, 1],
      [3, 2, 1],
      [9, null, null],
      [10, null, null],
      [11, null, null],
      [12, null, null],
    ])
    expect(comments[0]?.content).toMatch(
      /^好看<img src="\/uploads\/.+-detail\.webp" alt="评论图片" class="comment-image" \/>$/,
    )
    expect(comments[1]?.content).toBe('谢谢 [@很长的:averylongpublic]')
    expect(comments[3]?.content).toBe('［图片］')
    expect(await db.selectFrom('comment_images').select('comment_id').execute()).toEqual([{ comment_id: 1 }])

    const ids = async (table: 'likes' | 'collections' | 'follows' | 'notifications') =>
      (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await ids('likes')).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 14, 15])
    expect(await ids('collections')).toEqual([1, 5])
    expect(await ids('follows')).toEqual([1, 5])
    expect(await ids('notifications')).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 14, 15])
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])

    const categories = await db.selectFrom('categories').selectAll().orderBy('id').execute()
    expect(
      categories.map(({ id, name, category_title, post_count }) => [id, name, category_title, post_count]),
    ).toEqual([
      [1, '学习', 'study', 2],
      [3, 'Photo', 'categoryd', 1],
      [7, '校园', 'campuslife', 0],
    ])
    const tags = await db.selectFrom('tags').selectAll().orderBy('id').execute()
    expect(tags.map(({ id, name, use_count }) => [id, name, use_count])).toEqual([
      [1, 'Cat', 2],
      [4, '一个超过八个字的标签名称', 1],
    ])
    const admins = await db.selectFrom('admins').select(['username', 'role']).orderBy('id').execute()
    expect(admins).toEqual([
      { username: 'admin', role: 'owner' },
      { username: '站长', role: 'owner' },
      { username: 'admin-4', role: 'owner' },
    ])

    expect(posts[0]).toMatchObject({ like_count: 7, collect_count: 1, comment_count: 3 })
    expect(await driftOf(site)).toEqual([])

    // Every row of the old site is either here or named.
    const lost = (kind: string) => Number(new RegExp(`\\[(\\d+)\\] ${kind}`).exec(out)?.[1] ?? 0)
    expect(lost('赞的人或对象不存在')).toBe(4)
    expect(lost('重复的赞')).toBe(1)
    expect(lost('旧的登录')).toBe(1)
    expect(out).toMatch(/用户 {8,}8 {9}8 {9}0/)
    expect(out).toContain('张三 → user3')
    expect(out).toContain('登录后请马上改')
    const [file = ''] = readdirSync(config.dataDir).filter((name) => name.startsWith('import-report-'))
    expect(readFileSync(join(config.dataDir, file), 'utf8')).toContain('没有搬的：')
    expect(out).not.toContain(new URL(old.url).password || '\0')

    // Not on a terminal, each stage is a line.
    const stages = Array.from(out.matchAll(/^(\S+)：共 \d+$/gm), ([, name]) => name)
    expect(stages.slice(0, 3)).toEqual(['头像', '笔记的图片', '评论的图片'])
    expect(stages).toEqual([...new Set(stages)])
    expect(stages).toEqual(expect.arrayContaining(['用户', '笔记', '评论', '赞', '核对用户', '核对笔记和草稿']))
    expect(out.indexOf('核对用户：共 8')).toBeLessThan(out.indexOf('从以前的站点搬来'))
  })

  it('keeps sign-ins, links and pictures, and goes on with new ids', async () => {
    const { site } = await imported(engine)
    const { ctx, app, get, signIn } = site
    expect((await signIn('xiaoming', `${OLD_PASSWORD}x`)).status).toBe(400)
    const { data } = await signIn('XiaoMing', OLD_PASSWORD)
    expect(data.user.id).toBe(1)
    const token = data.tokens.access_token
    for (const [old, id] of [
      ['张三', 3],
      ['a-very-long-public-id-of-the-old-site', 7],
      // Another letter case is no other account.
      ['XIAOMING', 1],
    ] as const)
      expect((await signIn(old, OLD_PASSWORD)).data.user.id).toBe(id)
    expect((await signIn('ab', OLD_PASSWORD)).message).toContain('停用')
    expect((await signIn('search', OLD_PASSWORD)).status).toBe(400)
    const asOwner = { username: '站长', password: OLD_PASSWORD }
    const admin = await app.inject({ method: 'POST', url: '/api/auth/admin/login', payload: asOwner })
    expect(admin.json().data.admin.role).toBe('owner')

    const page = async (url: string) => {
      const { statusCode, headers } = await app.inject(url)
      return [statusCode, headers.location]
    }
    for (const url of ['/post?id=1', '/user/xiaoming', '/user/Hong_2', '/user/XIAOMING'])
      expect([url, ...(await page(url))]).toEqual([url, 200, undefined])
    for (const url of ['/post?id=5', '/post?id=3', '/user/nobody_x'])
      expect([url, ...(await page(url))]).toEqual([url, 404, undefined])
    expect(await page(`/user/${encodeURIComponent('张三')}`)).toEqual([301, '/user/user3'])
    expect(await page('/user/a-very-long-public-id-of-the-old-site')).toEqual([301, '/user/averylongpublic'])
    expect(await page('/user/search')).toEqual([301, '/user/user5'])
    expect((await get(`/users/${encodeURIComponent('张三')}`)).data).toMatchObject({ id: 3, user_id: 'user3' })

    const post = (await get('/posts/1')).data
    expect(post).toMatchObject({ id: 1, author_account: 'xiaoming', like_count: 7, tags: [{ name: 'Cat' }] })
    expect(post.pictures[1]).toMatchObject({ width: 60, height: 80, thumbhash: expect.stringMatching(/.{10,}/) })
    expect((await get('/posts/3')).status).toBe(404)
    expect((await get('/users/Hong_2')).data).toMatchObject({ id: 2, nickname: '同学2' })
    const found = (await get(`/search?type=posts&keyword=${encodeURIComponent('第二行')}`)).data.posts
    expect(found.data.map(({ id }: { id: number }) => id)).toEqual([1])
    for (const tab of ['comments', 'likes', 'collections', 'follows']) {
      expect((await get(`/notifications/${tab}`, token)).data.notifications.length).toBeGreaterThan(0)
    }
    expect((await get('/notifications/unread-count', token)).data.count).toBe(8)

    const moved = await app.inject('/uploads/b.png')
    expect(moved.statusCode).toBe(302)
    expect(moved.headers.location).toBe(post.images[1])
    const picture = await app.inject(String(moved.headers.location))
    expect(picture.headers['content-type']).toBe('image/webp')
    const chinese = await app.inject('/uploads/%E4%B8%AD%E6%96%87%201.png')
    expect(chinese.statusCode).toBe(302)
    for (const name of ['gone.png', 'broken.jpg', '..%2fa.png', 'x'.repeat(200), '']) {
      expect([name, (await app.inject(`/uploads/${name}`)).statusCode]).toEqual([name, 404])
    }
    // It can still be put into a note by its author.
    const owner = await ctx.db
      .selectFrom('old_uploads')
      .innerJoin('media', 'media.id', 'old_uploads.media_id')
      .select('owner_id')
      .where('name', '=', 'a.png')
      .executeTakeFirstOrThrow()
    expect(owner.owner_id).toBe(1)

    const note = { title: '新的', content: '新的', category_id: 1, images: [], tags: [] }
    const headers = { authorization: `Bearer ${token}` }
    const made = await app.inject({ method: 'POST', url: '/api/posts', payload: note, headers })
    expect(made.json().data.id).toBe(50)
    expect((await cli(ctx.config, 'user:create', 'brand_new')).out).toContain('编号 60')
  })

  it('counts the same in a dry run, and changes nothing', async () => {
    const [old, folder, config] = [await createOldSite(), await oldUploads(), await emptySite(engine)]
    await insertFaults(old)
    const gone = Array.from({ length: 250 }, (_, i) => ({ id: 1000 + i, user_id: 1, post_id: 9000 + i }))
    await old.insert('collections', gone)
    await old.insert(
      'post_images',
      gone.map(({ id, post_id }) => ({ id, post_id, image_url: '/uploads/c.png' })),
    )
    const tried = await cli(config, 'import', '--from', old.url, '--uploads', folder, '--dry-run')
    expect(tried).toMatchObject({ code: 0, err: '' })
    expect(tried.out).toContain('什么都没有改')
    const written = readdirSync(config.dataDir)
    const [report = '', ...others] = written.filter((name) => name !== 'jwt-secret')
    expect([report, others]).toEqual([expect.stringMatching(/^import-report-dry-run-/), []])
    const file = join(config.dataDir, report)
    expect(tried.out).toContain(`全部写在 ${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = readFileSync(file, 'utf8').split('\n')
    for (const id of [3, 4, 1000, 1249]) expect(lines).toContainEqual(expect.stringMatching(`^    收藏 ${id}\\b`))
    for (const id of [10, 11, 1000, 1249])
      expect(lines).toContainEqual(expect.stringMatching(`^    图片 ${id}：/uploads/c.png`))
    expect(lines).toContain('  [252] 收藏的人或笔记不存在')
    expect(lines).toContain('    张三 → user3')
    const done = await cli(config, 'import', '--from', old.url, '--uploads', folder)
    const figures = (out: string) => out.split('\n').filter((line) => /\s\d+\s+\d+\s+\d+$|^ {2}\[\d+\]/.test(line))
    expect(figures(tried.out).length).toBeGreaterThan(40)
    expect(figures(tried.out)).toEqual(figures(done.out))
    expect(existsSync(join(config.dataDir, 'uploads'))).toBe(true)
  })

  it('leaves pictures at an address, where they are shown from then on', async () => {
    const [old, config] = [await createOldSite(), await emptySite(engine)]
    await insertFaults(old)
    const done = await cli(config, 'import', '--from', old.url, '--uploads', 'https://old.example.edu/uploads/')
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toContain('留在 https://old.example.edu/uploads/')
    const { ctx, get, app } = await openSite(config)
    expect((await get('/posts/1')).data.images).toEqual([
      'https://img.example.com/1.jpg',
      'https://old.example.edu/uploads/b.png',
      'https://old.example.edu/uploads/a.png',
    ])
    expect((await get('/posts/4')).data.images).toEqual([
      'https://old.example.edu/uploads/%E4%B8%AD%E6%96%87%201.png',
      'https://old.example.edu/uploads/empty.png',
    ])
    expect((await get('/users/xiaoming')).data.avatar).toBe('https://old.example.edu/uploads/a.png')
    const [comment] = (await get('/posts/1/comments')).data.comments
    expect(comment.content).toContain('src="https://old.example.edu/uploads/c.png"')
    expect(await ctx.db.selectFrom('media').select('id').execute()).toEqual([])
    const led = async (name: string, host = 'new.example.edu') => {
      const { statusCode, headers } = await app.inject({ url: `/uploads/${name}`, headers: { host } })
      return [statusCode, headers.location]
    }
    expect(await led('b.png')).toEqual([302, 'https://old.example.edu/uploads/b.png'])
    expect((await led("sub/%E4%B8%AD%E6%96%87'1.png"))[1]).toBe(
      'https://old.example.edu/uploads/sub/%E4%B8%AD%E6%96%87%271.png',
    )
    const missing = `ab/${'ab'.repeat(16)}-card.webp`
    for (const name of ['..%2fa.png', 'x'.repeat(200), missing]) expect(await led(name)).toEqual([404, undefined])
    // The old host leads here now.
    expect(await led('b.png', 'old.example.edu')).toEqual([404, undefined])
  })

  it('leaves the pictures of the old server where no folder is given', async () => {
    const [old, config] = [await createOldSite(), await emptySite(engine)]
    await insertFaults(old)
    const done = await cli(config, 'import', '--from', old.url)
    expect(done.out).toContain('没有给 --uploads')
    const site = await openSite(config)
    expect((await site.get('/posts/1')).data.images).toEqual(['https://img.example.com/1.jpg'])
    expect(await site.ctx.db.selectFrom('media').select('id').execute()).toEqual([])
    expect(await driftOf(site)).toEqual([])
  })
})

it('leaves a public id to who has it exactly, and names what an author has to change', async () => {
  const [old, config] = [await createOldSite(), await emptySite('sqlite')]
  await old.connection.query('alter table users modify interests json')
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
  await old.insert('users', [
    { id: 1, user_id: ' zhou', nickname: '周', interests: null },
    { id: 2, user_id: 'zhou', nickname: '周', interests: '["看,听"]' },
    { id: 3, user_id: ' alone\n', nickname: '\u001b[2J\u202e周' },
    { id: 4, user_id: 'ZHOU', nickname: '周' },
  ])
  const mention = (id: string) => `<a data-user-id="${id}">@周</a>`
  await old.insert('posts', [{ id: 1, user_id: 2, title: '多', content: mention('zhou') + mention('ZHOU') }])
  const images = upTo(10).map((id) => ({ id, post_id: 1, image_url: `https://img.example.com/${id}.jpg` }))
  await old.insert('post_images', images)
  await old.insert(
    'tags',
    upTo(11).map((id) => ({ id, name: `标签${id}` })),
  )
  await old.insert(
    'post_tags',
    upTo(11).map((id) => ({ id, post_id: 1, tag_id: id })),
  )
  const { out } = await cli(config, 'import', '--from', old.url)
  for (const line of ['[1] 图片超过 9 张，照原样留着，作者修改时要减少\n    笔记 1：10 张', '    笔记 1：11 个'])
    expect(out).toContain(line)
  expect(out).toMatch(/早于 1971 年.*\n {4}用户 1\n/)
  expect(out).toContain('\n    用户 3： [2J 周 → ')
  const { ctx } = await openSite(config)
  const users = await ctx.db.selectFrom('users').select(['user_id', 'interests']).orderBy('id').execute()
  const ids = users.map(({ user_id }) => user_id)
  expect(ids).toEqual(['user1', 'zhou', 'alone', expect.stringMatching(/^u4_/)])
  const { content } = await ctx.db.selectFrom('posts').select('content').executeTakeFirstOrThrow()
  expect(content).toBe(`[@周:zhou][@周:${ids[3]}]`)
  expect(users[1]?.interests).toBe('["看,听"]')
})
