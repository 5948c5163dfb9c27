/** A start that cannot succeed ends with one line that names the file or the setting. */
import { appendFileSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startServerProcess } from './server-process.ts'
import { testConfig } from './test-app.ts'

async function site() {
  const { config, remove } = await testConfig()
  onTestFinished(remove)
  return config
}

const linesOf = (error: unknown) =>
  String(error)
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('{'))

async function failure(config: Awaited<ReturnType<typeof site>>, env: Record<string, string> = {}): Promise<string[]> {
  const started = startServerProcess(config, env)
  return started.then(
    () => ['started'],
    (error: unknown) => linesOf(error).filter(Boolean),
  )
}

if (inject('engine') === 'sqlite') {
  it('of a damaged database', async () => {
    const config = await site()
    const file = join(config.dataDir, 'shiliu.db')
    writeFileSync(file, 'this is no database'.repeat(500))
    expect(await failure(config)).toEqual([expect.stringMatching(`^${file}: is damaged .*restore`)])
  })

  it('of a lock that cannot be opened', async () => {
    const config = await site()
    const lock = join(config.dataDir, 'shiliu.db.lock')
    appendFileSync(lock, 'x'.repeat(4096))
    chmodSync(lock, 0o600)
    expect(await failure(config)).toEqual([expect.stringMatching(`^${lock}: is damaged`)])
  })
} else {
  it('of a wrong password', async () => {
    const config = await site()
    if (config.database.engine !== 'mysql') throw new Error('Only for MySQL')
    const url = new URL(config.database.url)
    Object.assign(url, { username: 'nobody', password: 'wrong' })
    const [line, ...others] = await failure(config, { DATABASE_URL: url.href })
    expect(line).toMatch(/^DATABASE_URL: cannot connect to nobody@[\w.:]+\/\w+: wrong user or password/)
    expect(others).toEqual([])
  })
}
