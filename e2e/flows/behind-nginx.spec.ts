/** The site as visitors get it: over TLS, through nginx with deploy/nginx.conf. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts, proxies, startProxy } from '../../apps/server/test/reverse-proxies.ts'
import { chooseCategory, signIn, toast } from '../support/actions.ts'
import { PASSWORD } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'
import { unique } from '../support/unique.ts'

const nginx = proxies.find(({ name }) => name === 'nginx')
const root = join(import.meta.dirname, '../..')

// Its certificate is its own.
test.use({ ignoreHTTPSErrors: true })

/** A server with the demo site that knows of the proxy, and its address there. */
async function startSite() {
  if (!nginx) throw new Error('nginx is not installed')
  const [port = 0] = await freePorts(1)
  const env = { ...process.env, PORT: String(port), E2E_SITE: 'https://localhost' }
  const server = spawn(process.execPath, ['e2e/support/serve.mjs'], { cwd: root, env, stdio: 'ignore' })
  const stopServer = async () => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    await rm(join(root, `.cache/e2e/data-${port}`), { recursive: true, force: true })
  }
  try {
    const { https, stop } = await startProxy(nginx, [port])
    return { address: `https://localhost:${https}`, stop: () => stop().finally(stopServer) }
  } catch (error) {
    await stopServer()
    throw error
  }
}

test.skip(!nginx, 'nginx is not installed')

test('signs in, publishes a picture, and counts what is unread in another tab @desktop', async ({
  page,
  request,
}, info) => {
  const { address, stop } = await startSite()
  try {
    await page.goto(`${address}/explore`)
    await signIn(page, 'shiliu03', PASSWORD)
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const unread = await request.get(`${address}/api/notifications/unread-count`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const before: number = (await unread.json()).data.count

    const title = unique('从代理后面')
    await page.goto(`${address}/publish`)
    await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'lake.jpg', 1600))
    await expect(page.getByText('封面')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByLabel('标题').fill(title)
    await page.getByLabel('正文').fill('经过反向代理的一篇')
    await chooseCategory(page, '校园')
    const created = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().endsWith('/api/posts'))
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(toast(page, '发布成功')).toBeVisible()
    const { id } = (await (await created).json()).data

    const tab = await page.context().newPage()
    await tab.goto(`${address}/post?id=${id}`)
    const picture = tab.getByRole('img', { name: title, exact: true })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const link = tab.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '通知' })
    await expect(link).toContainText(`${before} 条未读`)
    const login = await request.post(`${address}/api/auth/login`, { data: { user_id: 'shiliu04', password: PASSWORD } })
    const { tokens } = (await login.json()).data
    const liked = await request.post(`${address}/api/likes`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
      data: { target_type: 1, target_id: id },
    })
    expect(liked.status()).toBe(200)
    await expect(link).toContainText(`${before + 1} 条未读`)
  } finally {
    // Streams that break off with the server would be faults.
    for (const one of page.context().pages()) await one.goto('about:blank')
    await stop()
  }
})
