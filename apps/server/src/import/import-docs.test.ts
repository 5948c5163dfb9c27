/** Every command of docs/operations.md#从以前的站点搬过来, in its order, on an old site. */
import { readFileSync } from 'node:fs'
import { createConnection } from 'mysql2/promise'
import { expect, inject, it, onTestFinished } from 'vitest'
import { cli, ENGINES, emptySite } from '#test/import-target.ts'
import { createOldSite, insertFaults, OLD_PASSWORD, oldUploads } from '#test/old-site.ts'
import { openSite } from '#test/test-app.ts'

const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const section = /^## 从以前的站点搬过来$(.*?)^## /ms.exec(page)?.[1] ?? ''

/** Lines of the code blocks of a language. */
const linesOf = (language: string) =>
  Array.from(section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, code = '']) =>
    code.split('\n').map((line) => line.trim()),
  )
    .flat()
    .filter((line) => line !== '')

it.each(ENGINES)(
  'the commands for moving an old site work as they stand, onto %s',
  { timeout: 60_000 },
  async (engine) => {
    const [old, folder, config] = [await createOldSite(), await oldUploads(), await emptySite(engine)]
    await insertFaults(old)
    const { host, pathname } = new URL(old.url)
    const reader = `reader_${process.pid}_${engine}`
    const own = (line: string) =>
      line
        .replaceAll('reader', reader)
        .replaceAll('old_site', pathname.slice(1))
        .replace('127.0.0.1:3306', host)
        .replace('/srv/old/uploads', folder)

    const server = await createConnection({ uri: inject('mysqlUrl') })
    onTestFinished(async () => {
      await server.query(`drop user if exists ${reader}@'%'`)
      await server.end()
    })
    const statements = linesOf('sql')
    expect(statements).toHaveLength(2)
    for (const statement of statements) await server.query(own(statement).replace(/;$/, ''))

    const commands = linesOf('sh')
    expect(commands).toHaveLength(4)
    expect(commands.at(-1)).toBe('npm start')
    for (const command of commands.slice(0, -1)) {
      const argv = /^npm run cli -- (.+)$/.exec(own(command))?.[1]?.split(' ') ?? []
      expect(await cli(config, ...argv)).toMatchObject({ code: 0, err: '' })
    }
    const site = await openSite(config)
    expect((await site.signIn('xiaoming', OLD_PASSWORD)).status).toBe(200)
  },
)
