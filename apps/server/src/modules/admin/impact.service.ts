import type { Impact } from '@shiliu/contract/admin/resource'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import type { Resource } from './resource.ts'

/** What deleting these rows would take along, what would lose its tie and what stands in the way; nothing is changed. */
export async function impactOf(ctx: Ctx, resource: Resource, ids: number[]): Promise<Impact> {
  const sums = new Map<string, Impact[number]>()
  for (const some of chunks([...new Set(ids)])) {
    for (const part of (await resource.impact?.(ctx, some)) ?? []) {
      const known = sums.get(part.noun)
      sums.set(part.noun, { ...part, count: part.count + (known?.count ?? 0) })
    }
  }
  return [...sums.values()].filter((part) => part.count > 0)
}
