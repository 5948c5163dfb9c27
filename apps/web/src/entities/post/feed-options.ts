import type { Pagination } from '@shiliu/contract/common'

/** Options that every infinite list of notes shares. */
export const feedOptions = {
  initialPageParam: 1,
  getNextPageParam: ({ pagination }: { pagination: Pagination }) =>
    pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  // Coming back finds the list as it was left; who wants it fresh asks for it.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 10 * 60_000,
} as const
