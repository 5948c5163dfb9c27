/** Proofs of work: what a browser has computed in about a second, good for one use (docs/api.md#proof-of-work). */
import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './proofs.repo.ts'

type ProofUse = 'login' | 'register' | 'email' | 'reset'

const TTL_MS = 10 * 60_000
/** Rounds of each try, and tries: 1 to 2 million rounds in all, which a phone does in one or two seconds. */
const ROUNDS = 1000
const TRIES = { least: 1000, most: 2000 }

/** Nothing is stored: the challenge is signed. */
export async function createProofChallenge(ctx: Ctx, use: ProofUse): Promise<{ challenge: string }> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(TRIES.least, TRIES.most),
    deriveKey,
    data: { use, until: ctx.clock.now() + TTL_MS },
    ...secrets(ctx),
  })
  return { challenge: JSON.stringify(challenge) }
}

function secrets({ mac }: Ctx) {
  return { hmacSignatureSecret: mac('proof', 'challenge'), hmacKeySignatureSecret: mac('proof', 'key') }
}

/** Throws `proof_wrong` for one that is wrong, too old, for another use, or that was used before. */
export async function consumeProof(ctx: Ctx, use: ProofUse, text: string): Promise<void> {
  const proof = readProof(text)
  const now = ctx.clock.now()
  const { signature = '', parameters } = proof?.challenge ?? {}
  const until = Number(parameters?.data?.until)
  const fits = proof && parameters?.data?.use === use && until > now && (await isSolved(ctx, proof))
  if (!fits) throw new AppError('proof_wrong')
  const isFirst = await tx(ctx, async (t) => {
    await repo.deleteExpiredProofs(t.db, now)
    return repo.insertUsedProof(t.db, { signature, expires_at: until })
  })
  if (!isFirst) throw new AppError('proof_wrong')
}

type Proof = { challenge: Challenge; solution: Solution }

function readProof(text: string): Proof | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function isSolved(ctx: Ctx, { challenge, solution }: Proof): Promise<boolean> {
  try {
    return (await verifySolution({ challenge, solution, deriveKey, ...secrets(ctx) })).verified
  } catch {
    // Parts of another type than expected.
    return false
  }
}
