import type { Db } from '#platform/db/client.ts'
import { insertUnlessDuplicate } from '#platform/db/errors.ts'
import type { UsedProofsTable } from '#platform/db/schema.ts'

/** False if it is there already. */
export function insertUsedProof(db: Db, proof: UsedProofsTable): Promise<boolean> {
  return insertUnlessDuplicate(() => db.insertInto('used_proofs').values(proof).execute())
}

export async function deleteExpiredProofs(db: Db, now: number): Promise<void> {
  await db.deleteFrom('used_proofs').where('expires_at', '<', now).execute()
}
