/** What a line of the audit trail keeps of a record, so that it can be read after the record is purged. */
import type { Ctx } from '#deps.ts'
import { resourceName } from './resource.ts'
import { loadRows } from './resource-queries.service.ts'
import { EDITABLE_RESOURCES } from './resources.ts'

/** The records as the back office shows them: texts, addresses of pictures, counts. What is gone is missing. */
export async function loadEvidence(ctx: Ctx, name: string, ids: number[]): Promise<Map<number, object>> {
  const resource = EDITABLE_RESOURCES.find((one) => resourceName(one) === name)
  if (!resource) return new Map()
  return new Map((await loadRows(ctx, resource, ids)).map((row) => [row.id, evidenceOf(row)]))
}

/** Other sizes of the pictures, and what follows from other fields. */
const DERIVED = new Set(['pictures', 'cover', 'version', 'liked', 'collected'])

/** Without what can be derived from the rest. */
function evidenceOf(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !DERIVED.has(name)))
}
