import { describe, expect, it } from 'vitest'
import { runCli } from '#cli/program.ts'
import { makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

/** Runs the command on the test's site; `answer` is what the person at the terminal types. */
async function stage(answer?: string) {
  const test = await createTestApp()
  const questions: string[] = []
  const seed = async (...argv: string[]) => {
    let err = ''
    const ask = async (question: string) => {
      questions.push(question)
      return answer ?? ''
    }
    const terminal = { out: () => {}, err: (text: string) => (err += text), isTTY: false }
    const code = await runCli(
      ['seed', '--users', '1', '--posts', '0', ...argv],
      () => test.ctx.config,
      answer === undefined ? terminal : { ...terminal, ask },
    )
    return { code, err }
  }
  const users = async () => (await test.ctx.db.selectFrom('users').select('id').execute()).length
  return { test, seed, users, questions }
}

describe('seeding a site that has people', () => {
  it('is refused where nobody can be asked', async () => {
    const { test, seed, users } = await stage()
    await makeUser(test.ctx)
    expect(await seed()).toEqual({ code: 1, err: expect.stringMatching(/^这个站点已有 1 个用户.+--yes\n$/) })
    expect(await users()).toBe(1)
  })

  it.each(['', 'n', 'Yesterday'])('stops for the answer "%s"', async (answer) => {
    const { test, seed, users, questions } = await stage(answer)
    await makeUser(test.ctx)
    expect(await seed()).toEqual({ code: 1, err: '没有造任何内容\n' })
    expect(questions).toEqual([expect.stringContaining('已有 1 个用户')])
    expect(await users()).toBe(1)
  })

  it.each([
    ['y', []],
    ['YES', []],
    ['', ['--yes']],
  ])('goes on for the answer "%s" and %j', async (answer, argv) => {
    const { test, seed, users } = await stage(answer)
    await makeUser(test.ctx)
    expect(await seed(...argv)).toEqual({ code: 0, err: '' })
    expect(await users()).toBe(2)
  })
})

it('asks nothing on an empty site', async () => {
  const { seed, users } = await stage()
  expect(await seed()).toEqual({ code: 0, err: '' })
  expect(await users()).toBe(1)
})
