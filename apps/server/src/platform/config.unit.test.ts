import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'shiliu-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

it('has defaults for everything and keeps the token secret across restarts', () => {
  const config = loadConfig({ DATA_DIR })
  expect(config).toMatchObject({ port: 3000, host: '0.0.0.0', trustProxy: false, demo: false, s3: undefined })
  expect(config.database).toEqual({ engine: 'sqlite', file: join(DATA_DIR, 'shiliu.db') })
  expect(config.jwtSecret).toMatch(/^[0-9a-f]{64}$/)
  expect(loadConfig({ DATA_DIR }).jwtSecret).toBe(config.jwtSecret)
  expect(readFileSync(join(DATA_DIR, 'jwt-secret'), 'utf8').trim()).toBe(config.jwtSecret)
})

it('rejects a truncated secret and does not replace an unreadable one', () => {
  const dir = mkdtempSync(join(tmpdir(), 'shiliu-secret-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'jwt-secret')
  writeFileSync(file, '')
  expect(() => loadConfig({ DATA_DIR: dir })).toThrow(`${file}: must have at least 32 characters`)
  expect(readFileSync(file, 'utf8')).toBe('')
  rmSync(file)
  mkdirSync(file)
  expect(() => loadConfig({ DATA_DIR: dir })).toThrow(`${file}: cannot read`)
})

it('keeps others out of DATA_DIR, also one that was open', () => {
  const parent = mkdtempSync(join(tmpdir(), 'shiliu-modes-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const modeOf = (dir: string) => statSync(dir).mode & 0o777
  const fresh = join(parent, 'a', 'fresh')
  expect(loadConfig({ DATA_DIR: fresh }).warnings).toEqual([])
  expect(modeOf(fresh)).toBe(0o700)
  const open = join(parent, 'open')
  mkdirSync(open)
  chmodSync(open, 0o755)
  expect(loadConfig({ DATA_DIR: open }).warnings).toEqual([expect.stringContaining(open)])
  expect(modeOf(open)).toBe(0o700)
  expect(loadConfig({ DATA_DIR: open }).warnings).toEqual([])
})

it.each([
  [{ PORT: 'eighty' }, /PORT: must be a whole number from 0 to 65535$/m],
  [{ DATABASE_URL: 'postgres://x' }, /DATABASE_URL: must begin with mysql:/],
  [{ JWT_SECRET: 'short' }, /JWT_SECRET: must have at least 32/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  [{ DATA_DIR: '/dev/null/data' }, /DATA_DIR: cannot create/],
  [{ TRUST_PROXY: 'nginx' }, /TRUST_PROXY: must be addresses/],
  [{ TRUST_PROXY: '2' }, /TRUST_PROXY/],
  [{ TRUST_PROXY: 'true' }, /TRUST_PROXY: must be addresses .*, not true/],
  [{ TRUST_PROXY: '1' }, /TRUST_PROXY: must be addresses/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY: must be addresses/],
  [{ TRUST_PROXY: '127.0.0.1, ::/0' }, /TRUST_PROXY: must be addresses/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY/],
  [{ S3_BUCKET: 'pictures' }, /S3_BUCKET needs/],
  [{ TZ: 'Beijing' }, /TZ: must be a time zone like Asia\/Shanghai/],
  [{ ACCESS_TOKEN_HOURS: '0' }, /ACCESS_TOKEN_HOURS/],
  [{ ACCESS_TOKEN_HOURS: '169' }, /ACCESS_TOKEN_HOURS/],
  [{ ACCESS_TOKEN_HOURS: '1.5' }, /ACCESS_TOKEN_HOURS: must be a whole number/],
  [{ CORS_ORIGINS: 'app.example.org' }, /CORS_ORIGINS: must be origins/],
  [{ CORS_ORIGINS: 'https://app.example.org/path' }, /CORS_ORIGINS/],
  [{ CORS_ORIGINS: 'https://a.example, null' }, /CORS_ORIGINS/],
])('rejects %j, naming the setting', (wrong, line) => {
  expect(() => loadConfig({ DATA_DIR, ...wrong })).toThrow(line)
})

it('takes the time zone of the machine unless another is set', () => {
  const machine = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(loadConfig({ DATA_DIR }).timeZone).toBe(machine)
  expect(loadConfig({ DATA_DIR, TZ: '' }).timeZone).toBe(machine)
  expect(loadConfig({ DATA_DIR, TZ: 'Asia/Shanghai' }).timeZone).toBe('Asia/Shanghai')
})

it('treats an empty setting as unset', () => {
  expect(loadConfig({ DATA_DIR, PORT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toMatchObject({ port: 3000 })
})

it.each(['0', 'false'])('takes TRUST_PROXY=%s as no proxy', (value) => {
  expect(loadConfig({ DATA_DIR, TRUST_PROXY: value }).trustProxy).toBe(false)
})

it.each(['127.0.0.1', '10.0.0.0/8, ::1', 'loopback'])('accepts %s as proxies, as Fastify does', (value) => {
  const { trustProxy } = loadConfig({ DATA_DIR, TRUST_PROXY: value })
  expect(trustProxy).toBe(value)
  expect(() => Fastify({ trustProxy })).not.toThrow()
})

it('lets access tokens live an hour, or up to a week', () => {
  expect(loadConfig({ DATA_DIR }).accessTokenSeconds).toBe(3600)
  expect(loadConfig({ DATA_DIR, ACCESS_TOKEN_HOURS: '168' }).accessTokenSeconds).toBe(7 * 24 * 3600)
})

it('reads origins, with or without a slash at the end', () => {
  expect(loadConfig({ DATA_DIR }).corsOrigins).toEqual([])
  const CORS_ORIGINS = 'https://app.example.org/, http://localhost:5173'
  expect(loadConfig({ DATA_DIR, CORS_ORIGINS }).corsOrigins).toEqual([
    'https://app.example.org',
    'http://localhost:5173',
  ])
  expect(loadConfig({ DATA_DIR, CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*'])
})

it('binds the demo to the loopback interface, since its passwords are public', () => {
  expect(loadConfig({ DATA_DIR, DEMO: '1', HOST: '0.0.0.0' }).host).toBe('127.0.0.1')
})

it('reads where traces are sent by the names of OpenTelemetry', () => {
  expect(loadConfig({ DATA_DIR }).otlp).toBeUndefined()
  const given = { DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(loadConfig({ ...given, OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi , x-scope=1' }).otlp).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { authorization: 'Basic YTpi', 'x-scope': '1' },
    service: 'shiliu',
    ratio: 1,
  })
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'no value' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%0d%0ab' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
  ])
    expect(() => loadConfig({ ...given, ...wrong }), JSON.stringify(wrong)).toThrow(Object.keys(wrong)[0])
})
