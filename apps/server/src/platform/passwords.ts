/** Password hashing with OWASP's figures (design section 3). */
import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storing. Takes about 30 ms on a worker thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Whether the password fits; without a hash it takes as long, so that time does not tell whether an account exists. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== null && fits
}
