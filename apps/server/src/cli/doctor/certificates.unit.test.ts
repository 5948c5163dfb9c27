import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { CERT_ENDS, cert, key } from '#test/localhost-certificate.ts'
import { certifiedAddresses, checkCertificate, timeLeft } from './certificates.checks.ts'

const DAY = 86_400_000

async function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const tls = () => listen(createServer({ cert, key }))
const at = (port: number) => ({ name: '站点', host: 'localhost', port })

it('says how many days a certificate has left, and what to do before they are over', async () => {
  const port = await tls()
  const look = (daysBefore: number) => checkCertificate(at(port), { ca: cert, now: CERT_ENDS - daysBefore * DAY })
  expect(await look(40)).toEqual({ level: 'ok', about: '证书', text: `站点（localhost:${port}）的还有 40 天` })
  expect(await look(13)).toMatchObject({ level: 'remark', text: expect.stringContaining('还有 13 天') })
  const over = await look(-2)
  expect(over).toMatchObject({ level: 'broken', text: expect.stringContaining('过期 2 天') })
  expect(over.advice).toContain('续证书')
})

it('waits with one that is made for days until it should have been renewed', () => {
  const look = (leftDays: number) => {
    const { level, text } = timeLeft('站点', { beganAt: 0, endsAt: 6 * DAY }, (6 - leftDays) * DAY, '')
    return `${level} ${text}`
  }
  expect([look(3), look(1.2), look(0.5)]).toEqual([
    'ok 站点的还有 3 天',
    'remark 站点的还有 29 小时过期',
    'remark 站点的还有 12 小时过期',
  ])
})

it('tells a certificate that nobody trusts, or that is of another name', async () => {
  const port = await tls()
  expect(await checkCertificate(at(port))).toMatchObject({
    level: 'broken',
    text: expect.stringContaining('不是受信任的机构发的'),
  })
  const elsewhere = { ...at(port), host: '127.0.0.2' }
  const named = await checkCertificate(elsewhere, { ca: cert })
  expect(named.level).not.toBe('ok')
})

it('remarks what it cannot look at: refused, silent, or without TLS', async () => {
  const sockets = new Set<{ destroy(): void }>()
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const silent = await listen(createTcpServer((socket) => void sockets.add(socket.on('error', () => {}))))
  const plain = await listen(
    createTcpServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n')),
  )
  const [gone, hangs, other] = await Promise.all([
    checkCertificate(at(1)),
    checkCertificate(at(silent)),
    checkCertificate(at(plain)),
  ])
  expect(gone).toMatchObject({ level: 'remark', text: expect.stringContaining('没有程序在听') })
  expect(hangs).toMatchObject({ level: 'remark', text: expect.stringContaining('5 秒没有回答') })
  expect(other).toMatchObject({ level: 'remark' })
})

it('looks at each address of the settings once', () => {
  const s3 = { region: 'r', bucket: 'b', accessKeyId: '', secretAccessKey: '', pathStyle: false }
  const addresses = certifiedAddresses({
    publicUrl: 'https://site.example',
    s3: { ...s3, endpoint: 'https://s3.example:9000', publicUrl: 'https://site.example/pictures' },
    backupS3: { ...s3, endpoint: 'https://backups.example' },
  })
  expect(addresses.map(({ host, port }) => `${host}:${port}`)).toEqual([
    'site.example:443',
    's3.example:9000',
    'backups.example:443',
  ])
  expect(certifiedAddresses({ publicUrl: 'http://site.example', s3: undefined, backupS3: undefined })).toEqual([])
})
