import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as settings from '@shiliu/contract/admin/settings'
import type { Post } from '@shiliu/contract/posts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { deleteUnusedMedia } from '#modules/media/media.deletion.service.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const BUILT = `<!doctype html><html><head><title>小石榴</title>
<meta name="description" content="x" /><link rel="icon" href="/favicon.svg" /></head><body><div id="root">
<span class="boot-logo"><img src="/logo.svg" alt="" width="32" />小石榴</span></div></body></html>`

const ASSETS = {
  '': { scripts: ['assets/feed-2a.js'], styles: ['assets/feed-3b.css'] },
  explore: { scripts: ['assets/feed-2a.js'], styles: ['assets/feed-3b.css'] },
  post: { scripts: ['assets/note-4c.js', 'assets/feed-2a.js'], styles: [] },
}

/** The application with a built web app beside it. */
async function setUp() {
  const test = await createTestApp()
  const root = await mkdtemp(join(tmpdir(), 'shiliu-web-'))
  // An operator may have folders of this name too.
  const dir = join(root, 'assets')
  await mkdir(join(dir, 'assets'), { recursive: true })
  await writeFile(join(dir, 'assets/app-1f.js'), '1')
  await writeFile(join(dir, 'index.html'), BUILT)
  await writeFile(join(dir, 'boot.js'), '1')
  await writeFile(join(dir, 'manifest.webmanifest'), '{"name":"小石榴","short_name":"小石榴","scope":"/"}')
  await writeFile(join(dir, 'page-assets.json'), JSON.stringify(ASSETS))
  const app = await buildApp(test.ctx, { webDir: dir })
  onTestFinished(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })
  const open = async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { host: 'shiliu.example' } })
    const json = /<script type="application\/json" id="first-screen">(.*?)<\/script>/.exec(body)?.[1]
    return { status: statusCode, body, headers, answers: json ? JSON.parse(json) : null }
  }
  return { test, app, open }
}

it('brings the first cards of the explore page along', async () => {
  const { test, app, open } = await setUp()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  for (const url of ['/', '/explore', '/explore/recommend']) {
    const { status, answers } = await open(url)
    expect(status).toBe(200)
    expect(answers['/posts?category=recommend&limit=20&page=1'].posts).toMatchObject([{ id }])
    expect(answers['/categories']).toHaveLength(1)
  }
  // What it asks for is no request of anybody's.
  const { body } = await app.inject({ url: '/metrics' })
  expect(body).toContain('shiliu_http_requests_total{method="GET",route="page",status="2xx"} 3\n')
  expect(body).not.toContain('route="/api/')
  expect(body).toContain('shiliu_http_requests_in_progress 1\n')
})

it.each([
  ['/', ['/assets/feed-2a.js', '/assets/feed-3b.css']],
  ['/explore/study', ['/assets/feed-2a.js', '/assets/feed-3b.css']],
  ['/post?id=7', ['/assets/note-4c.js', '/assets/feed-2a.js']],
  ['/toString', []],
])('names the code of the page at %s, so that the browser need not run the entry to find it', async (url, files) => {
  const { open } = await setUp()
  const { body } = await open(url)
  const links = body.matchAll(/<link rel="(?:modulepreload|stylesheet)" crossorigin href="([^"]+)" \/>/g)
  expect(Array.from(links, ([, href]) => href)).toEqual(files)
})

it('fetches the pictures of the first screen with the page, more of them on wide screens', async () => {
  const { test, open } = await setUp()
  const author = await makeUser(test.ctx)
  for (let index = 0; index < 9; index++) await makePost(test.ctx, author, { pictures: 1 })
  await makePost(test.ctx, author, { pictures: 0 })
  const preloads = (body: string) =>
    Array.from(
      body.matchAll(/<link rel="preload" as="image" href="([^"]+)"(?: media="([^"]+)")? \/>/g),
      ([, href, media]) => ({ href, media }),
    )
  const { body, answers } = await open('/')
  const posts: Post[] = answers['/posts?category=recommend&limit=20&page=1'].posts
  const covers = posts.flatMap(({ pictures }) => pictures[0]?.card ?? [])
  expect(preloads(body)).toEqual([
    ...covers.slice(0, 4).map((href) => ({ href })),
    ...covers.slice(4, 8).map((href) => ({ href, media: '(min-width: 961px)' })),
  ])

  const note = await open(`/post?id=${posts.find(({ pictures }) => pictures[0])?.id}`)
  expect(preloads(note.body)).toEqual([{ href: expect.stringContaining('-detail.webp') }])
  expect(preloads((await open('/explore/study')).body)).toEqual([])
})

it('presents a shared note, whatever its author wrote', async () => {
  const { test, open } = await setUp()
  const title = '</title><script>alert(1)</script>"&'
  const { id } = await makePost(test.ctx, await makeUser(test.ctx), {
    title,
    content: '第一行\n</script>第二行',
    pictures: 1,
  })
  const { status, body, answers } = await open(`/post?id=${id}`)
  expect(status).toBe(200)
  expect(body).not.toContain('<script>alert')
  expect(body).toContain(
    '<meta property="og:title" content="&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;" />',
  )
  expect(body).toContain('<meta name="description" content="第一行 第二行" />')
  expect(body).toMatch(/<meta property="og:image" content="http:\/\/shiliu\.example\/uploads\/[^"]+-detail\.webp" \/>/)
  expect(answers[`/posts/${id}?skipViewCount=true`]).toMatchObject({ id, title, view_count: 0 })
})

it('shares a note with its first picture, not with a video', async () => {
  const { test, open } = await setUp()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  const add = async (position: number, url: string) => {
    await test.ctx.db.insertInto('post_images').values({ post_id: id, position, media_id: null, url }).execute()
    test.ctx.cache.clear()
  }
  await add(0, 'https://videos.example/a.mp4')
  expect((await open(`/post?id=${id}`)).body).not.toContain('og:image')
  await add(1, 'https://pictures.example/b.jpg')
  expect((await open(`/post?id=${id}`)).body).toContain('og:image" content="https://pictures.example/b.jpg"')
})

it('says 404 for a note that is not there, with the page that tells so', async () => {
  const { test, open } = await setUp()
  const draft = await makePost(test.ctx, await makeUser(test.ctx), { is_draft: true, title: '秘密' })
  for (const id of ['999', String(draft.id), 'x']) {
    const { status, body } = await open(`/post?id=${id}`)
    expect(status).toBe(404)
    expect(body).toContain('id="root"')
    expect(body).not.toContain('秘密')
  }
})

it.each([
  ['/user/nobody', '用户不存在'],
  ['/user/x%22%3E%3Cscript%3E', '用户不存在'],
  ['/post', '笔记不见了'],
  ['/post/999', '笔记不见了'],
  ['/not_found', '页面不见了'],
  ['/nowhere', '页面不见了'],
  ['/explore/study/more', '页面不见了'],
  ['/user/somebody/likes', '页面不见了'],
])('says 404 for %s, with the page that tells so', async (url, title) => {
  const { open } = await setUp()
  const { status, body } = await open(url)
  expect(status).toBe(404)
  expect(body).toContain(`<title>${title} - 小石榴</title>`)
  expect(body).toContain('id="root"')
})

it.each([
  '/',
  '/Explore/',
  '/explore/study',
  '/publish?draftId=1&mode=edit',
  '/notification',
  '/user',
  '/user/',
  '/follow',
  '/follow/mutual',
  '/search_result',
  '/search_result/users?keyword=x',
  '/draft-box',
  '/post-management',
  '/withheld',
  '/admin',
  '/admin/users?page=2',
])('has a page at %s', async (url) => {
  const { open } = await setUp()
  expect((await open(url)).status).toBe(200)
})

const metaOf = (body: string) =>
  Object.fromEntries(
    Array.from(body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g), ([, name, text]) => [
      name,
      text,
    ]),
  )

it('presents a person, whatever they wrote', async () => {
  const { test, open } = await setUp()
  const { id } = await makeUser(test.ctx, { user_id: 'fresh_1', nickname: '"><script>' })
  const bio = '第一行<br>[@小明:xm]&lt;/title&gt;'
  await test.ctx.db.updateTable('users').set({ bio }).where('id', '=', id).execute()
  const { status, body, answers } = await open('/user/fresh_1?tab=collections')
  expect(status).toBe(200)
  expect(body).not.toContain('<script>')
  expect(body).toContain('<title>&quot;&gt;&lt;script&gt; - 小石榴</title>')
  expect(metaOf(body)).toMatchObject({
    'og:type': 'profile',
    'og:title': '&quot;&gt;&lt;script&gt;',
    'og:url': 'http://shiliu.example/user/fresh_1?tab=collections',
    'og:image': expect.stringMatching(/^http:\/\/shiliu\.example\//),
    description: '第一行 @小明&lt;/title&gt;',
  })
  expect(answers['/users/fresh_1']).toMatchObject({ user_id: 'fresh_1' })
})

it.each([
  ['/search_result/all?keyword=%20%E5%9B%BE%E4%B9%A6%E9%A6%86', '「图书馆」的搜索结果'],
  ['/search_result?keyword=a&tag=b', '「a」的搜索结果'],
  ['/search_result?tag=%E6%AF%95%E4%B8%9A%E5%AD%A3', '#毕业季'],
  ['/search_result/posts', '搜索'],
  ['/search_result?keyword=%3C/title%3E%3Cscript%3E%22', '「&lt;/title&gt;&lt;script&gt;&quot;」的搜索结果'],
])('names what %s searches for', async (url, title) => {
  const { open } = await setUp()
  const { status, body } = await open(url)
  expect(status).toBe(200)
  expect(body).toContain(`<title>${title} - 小石榴</title>`)
  expect(metaOf(body)).toMatchObject({ 'og:title': title, 'og:type': 'website' })
  expect(body).not.toContain('<script>')
})

it('does not say that a note is gone while nobody can tell', async () => {
  const { test, open } = await setUp()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx))
  await test.ctx.db.schema.alterTable('posts').renameTo('posts_away').execute()
  try {
    const { status, body } = await open(`/post?id=${id}`)
    expect(status).toBe(503)
    expect(body).toContain('id="root"')
  } finally {
    // Other tests take this database after this one.
    await test.ctx.db.schema.alterTable('posts_away').renameTo('posts').execute()
  }
})

it('lets browsers keep what is named by its content, and nothing else', async () => {
  const { open } = await setUp()
  const kept = async (url: string) => (await open(url)).headers['cache-control']
  expect(await kept('/assets/app-1f.js')).toBe('public, max-age=31536000, immutable')
  for (const url of ['/boot.js', '/index.html', '/explore']) expect(await kept(url)).toBe('no-cache')
  // Both are also there compressed: what one browser reads is not for all.
  expect((await open('/assets/app-1f.js')).headers.vary).toContain('accept-encoding')
})

it('answers files as files, never with the page', async () => {
  const { open } = await setUp()
  expect(await open('/boot.js')).toMatchObject({ status: 200, body: '1' })
  for (const url of ['/assets/gone.js', '/uploads/ab/gone.webp', '/api/gone', '/boot.js.map']) {
    expect(await open(url)).toMatchObject({ status: 404, answers: null })
  }
  const { headers } = await open('/explore')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

it.each([
  ['//', 'shiliu.example', 200],
  ['/\\', 'shiliu.example', 200],
  ['//elsewhere.example/post', 'shiliu.example', 404],
  ['/explore', '[', 200],
  ['/explore', 'a b', 200],
  ['/explore', 'x:99999', 200],
  ['/explore', 'x"<y>', 200],
])('answers %s of host %s with the page, whatever they are', async (path, host, status) => {
  const { app } = await setUp()
  // Over a socket: `inject` would tidy the address first.
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const question = request({ port, path, headers: { host } }).end()
  const [response] = (await once(question, 'response')) as [IncomingMessage]
  expect([response.statusCode, await text(response)]).toEqual([status, expect.stringContaining('id="root"')])
})

it.each(['/api', '/api/', '/uploads', '/api/nope'])('has no page at %s', async (url) => {
  const { open } = await setUp()
  const { status, headers } = await open(url)
  expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
})

describe('a site with a name and a logo of its own', () => {
  async function named() {
    const stage = await setUp()
    const { test } = stage
    const { token } = await makeAdmin(test.ctx)
    const author = await makeUser(test.ctx)
    await makePost(test.ctx, author, { pictures: 1 })
    const { media_key } = await test.ctx.db.selectFrom('media').select('media_key').executeTakeFirstOrThrow()
    const logo = test.ctx.storage.url(`${media_key}-detail.webp`)
    const set = (body: Partial<settings.Settings>) => test.call(settings.update, { body, token })
    return { ...stage, author, logo, set }
  }

  it('shows them from the next page on, whatever they are', async () => {
    const { open, app, author, logo, set } = await named()
    expect((await open('/')).body).toContain('<title>小石榴</title>')
    await set({ site_name: '  <紫荆>  园 ', site_logo: logo })
    const { body } = await open('/')
    expect(body).toContain('<title>&lt;紫荆&gt; 园</title>')
    expect(body).toContain(`<img src="${logo}" alt="" width="32" />&lt;紫荆&gt; 园</span>`)
    expect(body).toContain(`<link rel="icon" href="${logo}" />`)
    expect(body).not.toContain('favicon')
    expect(body).not.toContain('小石榴')
    expect(metaOf(body)).toMatchObject({
      'og:site_name': '&lt;紫荆&gt; 园',
      'og:image': `http://shiliu.example${logo}`,
      'site:logo': logo,
      description: expect.stringContaining('&lt;紫荆&gt; 园，校园图文社区'),
    })
    expect((await open(`/user/${author.user_id}`)).body).toContain(' - &lt;紫荆&gt; 园</title>')
    expect(body).not.toContain('property="site:icp"')
    const about = { site_description: '紫荆 "园" 的 <墙>', site_footer: '团委主办', site_icp: '京ICP备12345678号-1' }
    expect(body).not.toContain('property="site:pictures"')
    await set({ ...about, site_contact: '301 室', trash_days: 60, picture_side: 3000 })
    const described = 'description" content="紫荆 &quot;园&quot; 的 &lt;墙&gt;"'
    const next = (await open('/')).body
    for (const name of [described, `property="og:${described}`]) expect(next).toContain(name)
    expect(metaOf(next)).toMatchObject({
      'site:footer': '团委主办',
      'site:icp': '京ICP备12345678号-1',
      'site:contact': '301 室',
      'site:trash-days': '60',
      'site:pictures': '3000 82 5',
    })
    const manifest = await app.inject({ url: '/manifest.webmanifest' })
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(manifest.json()).toMatchObject({
      name: '<紫荆> 园',
      short_name: '<紫荆> 园',
      scope: '/',
      icons: [{ src: logo }],
    })
  })

  it.each([
    ['site_name', ' '],
    ['site_name', '一'.repeat(21)],
    ['site_logo', 'https://elsewhere.example/a.png'],
    ['site_logo', 'javascript:alert(1)'],
    ['site_logo', `/uploads/ab/${'ab'.repeat(16)}-detail.webp`],
  ])('refuses the %s "%s"', async (field, value) => {
    const { test, set } = await named()
    expect(await set({ [field]: value })).toMatchObject({ status: 400, field })
    expect(test.ctx.settings.current).toMatchObject({ site_name: '小石榴', site_logo: '' })
  })

  it('keeps the picture while it is the logo', async () => {
    const { test, logo, set } = await named()
    await set({ site_logo: logo })
    await test.ctx.db.deleteFrom('post_images').execute()
    test.clock.advance(9 * 24 * 3600_000)
    expect(await deleteUnusedMedia(test.ctx)).toBe(0)
    await set({ site_logo: '' })
    expect(await deleteUnusedMedia(test.ctx)).toBe(1)
  })
})
