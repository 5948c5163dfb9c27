import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('removes the values of a failed statement', () => {
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (text, _, done) => done(void lines.push(String(text))) }))
  const error = Object.assign(new Error('Data too long'), {
    sql: "insert into users values ('$argon2id$…')",
    errno: 1406,
  })
  log.error({ err: error }, 'request failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { message: 'Data too long', errno: 1406 } })
  expect(lines.join('')).not.toContain('argon2id')
})
