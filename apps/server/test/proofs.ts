import * as auth from '@shiliu/contract/auth'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestApp } from './test-app.ts'

/** The solution of a challenge, as a browser sends it. */
export async function solved(test: TestApp, use: 'login' | 'register' | 'email' | 'reset'): Promise<string> {
  const challenge = JSON.parse((await test.ok(auth.challenge, { query: { use } })).challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  return JSON.stringify({ challenge, solution })
}
