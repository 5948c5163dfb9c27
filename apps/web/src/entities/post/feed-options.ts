import { nextPage } from '#api/paging.ts'

/** Options that every infinite list of notes shares. */
export const feedOptions = {
  initialPageParam: 1,
  getNextPageParam: nextPage,
  // Coming back finds the list as it was left; who wants it fresh asks for it.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 10 * 60_000,
} as const
