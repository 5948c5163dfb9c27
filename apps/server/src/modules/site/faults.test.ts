import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as monitor from '@shiliu/contract/admin/monitor'
import type { Settings } from '@shiliu/contract/admin/settings'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { openResources } from '#resources.ts'
import { makeAdmin } from '#test/factories.ts'
import { deliver, startSmtp, useSmtp } from '#test/smtp-double.ts'
import { createTestApp } from '#test/test-app.ts'
import { writeFaults } from './faults.service.ts'

/** Another process of the same site, or the same one after a restart. */
async function anotherProcess({ config, clock }: Ctx): Promise<Ctx> {
  const { ctx, close } = await openResources(config, { log: pino({ level: 'silent' }), clock })
  onTestFinished(close)
  return ctx
}

const kinds = (ctx: Ctx) => ctx.problems.list().map(({ place, count }) => `${place} ${count}`)

describe('faults', () => {
  it('are there after a restart, with count, times, node and request', async () => {
    const { ctx } = await createTestApp()
    ctx.problems.record('GET /posts', new TypeError('broken'), 'req-1')
    ctx.problems.record('write views', 'full')
    await writeFaults(ctx)
    ctx.problems.record('GET /posts', new TypeError('broken'), 'req-2')
    await writeFaults(ctx)
    const before = ctx.problems.list()
    expect(before[0]).toMatchObject({
      place: 'GET /posts',
      count: 2,
      requestId: 'req-2',
      node: expect.stringMatching(/pid/),
    })
    expect((await anotherProcess(ctx)).problems.list()).toEqual(before)
  })

  it('of several processes are counted together', async () => {
    const { ctx } = await createTestApp()
    const other = await anotherProcess(ctx)
    for (const one of [ctx, other, other]) one.problems.record('GET /posts', 'broken')
    await Promise.all([writeFaults(ctx), writeFaults(other)])
    // One of two that write the first at once tries again.
    await Promise.all([writeFaults(ctx), writeFaults(other)])
    await ctx.problems.load(ctx.db)
    expect(kinds(ctx)).toEqual(['GET /posts 3'])
  })

  it('stay read after a restart, and begin anew when they happen again', async () => {
    const { ctx, ok } = await createTestApp()
    const { token } = await makeAdmin(ctx)
    ctx.problems.record('GET /posts', 'broken')
    await writeFaults(ctx)
    ctx.problems.record('GET /posts', 'broken')
    // Not written yet, and read all the same.
    await ok(monitor.readProblems, { body: {}, token })
    await writeFaults(ctx)
    expect(kinds(await anotherProcess(ctx))).toEqual([])
    ctx.problems.record('GET /posts', 'broken')
    await writeFaults(ctx)
    expect(kinds(await anotherProcess(ctx))).toEqual(['GET /posts 1'])
  })

  it('are the newest fifty of the server and twenty of browsers', async () => {
    const { ctx } = await createTestApp()
    for (let n = 0; n < 60; n++) {
      ctx.problems.record(`job ${n}`, 'broken')
      ctx.problems.recordFromBrowser(`/page/${n}`, 'broken')
      if (n % 20 === 0) await writeFaults(ctx)
    }
    await writeFaults(ctx)
    const rows = await ctx.db.selectFrom('problems').select(['place', 'in_browser']).execute()
    expect(rows.filter((row) => row.in_browser === 0)).toHaveLength(50)
    expect(rows.filter((row) => row.in_browser === 1)).toHaveLength(20)
    expect(rows.map(({ place }) => place)).toContain('job 59')
    expect(rows.map(({ place }) => place)).not.toContain('job 9')
  })

  it('are kept until the database takes them', async () => {
    const { ctx } = await createTestApp()
    await ctx.db.schema.alterTable('problems').renameTo('problems_away').execute()
    try {
      ctx.problems.record('GET /posts', 'broken')
      await expect(writeFaults(ctx)).rejects.toThrow()
      ctx.problems.record('GET /posts', 'broken')
      await expect(writeFaults(ctx)).rejects.toThrow()
    } finally {
      await ctx.db.schema.alterTable('problems_away').renameTo('problems').execute()
    }
    await writeFaults(ctx)
    expect(kinds(await anotherProcess(ctx))).toEqual(['GET /posts 2'])
  })
})

type Message = { text: { content: string }; content: { text: string }; fault: Record<string, unknown> }

/** A site that tells an address, which answers as `answer` does. */
async function setUp(answer: (respond: () => void) => void = (respond) => respond(), status = 200) {
  const messages: Message[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => (body += data))
    request.on('end', () => {
      messages.push(JSON.parse(body))
      answer(() => response.writeHead(status).end('{}'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const test = await createTestApp()
  const { port } = server.address() as AddressInfo
  const set = (settings: Partial<Settings>) => Object.assign(test.ctx.settings.current, settings)
  set({ ...test.ctx.settings.current, fault_webhook: `http://127.0.0.1:${port}/send?key=abc` })
  const places = () => messages.map(({ fault }) => fault.place)
  return { ...test, messages, places, set }
}

describe('the address that is told of faults', () => {
  it('gets one message for each kind and hour, whoever meets it', async () => {
    const { ctx, clock, places, messages } = await setUp()
    const other = await anotherProcess(ctx)
    Object.assign(other.settings.current, ctx.settings.current)
    ctx.problems.record('GET /posts', new TypeError('broken'), 'req-1')
    ctx.problems.record('write views', 'full')
    await writeFaults(ctx)
    expect(places().toSorted()).toEqual(['GET /posts', 'write views'])
    for (const one of [ctx, other]) {
      one.problems.record('GET /posts', new TypeError('broken'))
      await writeFaults(one)
    }
    expect(messages).toHaveLength(2)
    clock.advance(HOUR_MS)
    other.problems.record('GET /posts', new TypeError('broken'))
    await writeFaults(other)
    expect(messages).toHaveLength(3)
    const { text, content, fault } = messages[2] as Message
    expect(fault).toMatchObject({ place: 'GET /posts', fault: 'TypeError: broken', count: 4, site: '小石榴' })
    expect(text.content).toMatch(/GET \/posts 出了故障\nTypeError: broken\n4 次/)
    expect(content.text).toBe(text.content)
  })

  it('is not told of what browsers report, nor of more than twenty an hour', async () => {
    const { ctx, messages } = await setUp()
    ctx.problems.recordFromBrowser('/explore', 'made up')
    await writeFaults(ctx)
    expect(messages).toEqual([])
    for (let n = 0; n < 30; n++) ctx.problems.record(`job ${n}`, 'broken')
    await writeFaults(ctx)
    expect(messages).toHaveLength(20)
  })

  it('learns no secret', async () => {
    const { ctx, messages } = await setUp()
    ctx.problems.record(
      'start',
      new Error('connect redis://:hunter22@10.0.0.1:6379 failed, token=abcdef, Bearer xyz123'),
    )
    await writeFaults(ctx)
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).toContain('10.0.0.1:6379')
    expect(JSON.stringify(messages)).not.toMatch(/hunter22|abcdef|xyz123|key=abc/)
  })

  it('is told while the database does not take faults, once', async () => {
    const { ctx, places } = await setUp()
    await ctx.db.schema.alterTable('problems').renameTo('problems_away').execute()
    try {
      ctx.problems.record('GET /posts', 'broken')
      await expect(writeFaults(ctx)).rejects.toThrow()
      await expect(writeFaults(ctx)).rejects.toThrow()
    } finally {
      await ctx.db.schema.alterTable('problems_away').renameTo('problems').execute()
    }
    await writeFaults(ctx)
    expect(places()).toEqual(['GET /posts'])
  })

  it('is told where mail cannot be written', async () => {
    const { ctx, set, places } = await setUp()
    set({ fault_mails: ['ops@example.edu.cn'], mail_host: 'smtp.example.edu.cn', mail_from: 'site@example.edu.cn' })
    await ctx.db.schema.alterTable('mail_outbox').renameTo('mail_outbox_away').execute()
    try {
      ctx.problems.record('GET /posts', 'broken')
      await expect(writeFaults(ctx)).rejects.toThrow()
    } finally {
      await ctx.db.schema.alterTable('mail_outbox_away').renameTo('mail_outbox').execute()
    }
    expect(places()).toEqual(['GET /posts'])
  })

  it.each([
    ['hangs', () => {}, 200],
    ['refuses', (respond: () => void) => respond(), 500],
    ['leads elsewhere', (respond: () => void) => respond(), 302],
  ])('keeps nobody waiting where it %s', async (_, answer, status) => {
    const { ctx, messages } = await setUp(answer, status)
    ctx.problems.record('GET /posts', 'broken')
    const start = performance.now()
    await writeFaults(ctx, 300)
    expect(performance.now() - start).toBeLessThan(3000)
    await writeFaults(ctx, 300)
    expect(messages).toHaveLength(1)
  })

  it('may be missing, or not listen', async () => {
    const { ctx, set } = await setUp()
    set({ fault_webhook: 'http://127.0.0.1:1/' })
    ctx.problems.record('GET /posts', 'broken')
    await writeFaults(ctx)
    set({ fault_webhook: '' })
    ctx.problems.record('purge', 'broken')
    await writeFaults(ctx)
  })
})

it('faults are sent by mail where mail is set up', async () => {
  const test = await createTestApp()
  const { ctx } = test
  const listMail = () => ctx.db.selectFrom('mail_outbox').select(['kind', 'recipient']).execute()
  Object.assign(ctx.settings.current, { ...ctx.settings.current, fault_mails: ['ops@example.edu.cn'] })
  ctx.problems.record('GET /posts', 'broken')
  await writeFaults(ctx)
  expect(await listMail()).toEqual([])
  Object.assign(ctx.settings.current, { mail_host: 'smtp.example.edu.cn', mail_from: 'site@example.edu.cn' })
  ctx.problems.record('purge', 'broken')
  ctx.problems.record('write views', 'broken')
  await writeFaults(ctx)
  expect(await listMail()).toEqual([{ kind: 'fault', recipient: 'ops@example.edu.cn' }])
  const smtp = await startSmtp()
  await useSmtp(test, smtp.port)
  await deliver(ctx)
  expect(smtp.mails).toMatchObject([
    { to: { text: 'ops@example.edu.cn' }, text: expect.stringMatching(/purge.*write views/s) },
  ])
})
