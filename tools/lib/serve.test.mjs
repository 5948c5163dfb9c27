import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { root } from './run.mjs'
import { memorySettings } from './serve.mjs'

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
