import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { cert } from '../../apps/server/test/localhost-certificate.ts'
import { root } from './run.mjs'
import { memorySettings, trust } from './serve.mjs'

const script = `
  const { restartWithMemorySettings } = await import(${JSON.stringify(join(root, 'tools/lib/serve.mjs'))})
  restartWithMemorySettings()
  const { pid, argv, execArgv, env } = process
  console.log(JSON.stringify({ pid, argv: argv.slice(1), execArgv, arenas: env.MALLOC_ARENA_MAX, other: env.OTHER }))`

it.runIf(process.platform === 'linux')(
  'the server is started with settings of glibc, as the same process',
  async () => {
    const start = async (/** @type {NodeJS.ProcessEnv} */ env) => {
      const args = ['--max-semi-space-size=8', '--input-type=module', '-e', script, '--', 'a b']
      const child = spawn(process.execPath, args, { env: { ...env, OTHER: 'kept' }, stdio: ['ignore', 'pipe', 'pipe'] })
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
      expect(errors).toBe('')
      const { pid, ...rest } = JSON.parse(output)
      expect(pid).toBe(child.pid)
      return rest
    }
    const execArgv = expect.arrayContaining(['--max-semi-space-size=8'])
    expect(await start({})).toEqual({ argv: ['a b'], execArgv, arenas: '2', other: 'kept' })
    expect(await start({ ...memorySettings, MALLOC_ARENA_MAX: '4' })).toMatchObject({ arenas: '4' })
  },
)

it('the container has the same settings', () => {
  const line = Object.entries(memorySettings).map(([name, value]) => `${name}=${value}`)
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain(`ENV ${line.join(' ')}\n`)
})

it('certificates that .env names are trusted besides the usual ones', async () => {
  const known = getCACertificates('default')
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-trust-'))
  onTestFinished(async () => {
    setDefaultCACertificates(known)
    await rm(folder, { recursive: true })
  })
  const [file, other, broken] = ['school.pem', 'other.txt', 'broken.pem'].map((name) => join(folder, name))
  await writeFile(String(file), `学校的\n${cert}`)
  await writeFile(String(other), 'nothing of the kind')
  await writeFile(String(broken), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  for (const wrong of [other, broken, join(folder, 'missing.pem')]) expect(trust(String(wrong))).toBe(false)
  expect(getCACertificates('default')).toEqual(known)
  expect(trust(String(file))).toBe(true)
  expect(getCACertificates('default').map((one) => one.trim())).toContain(cert.trim())
})
