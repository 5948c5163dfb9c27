import { useDebouncedValue } from '@mantine/hooks'
import * as follows from '@shiliu/contract/follows'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'
import { MENTION } from '#ui/constants.ts'
import { CANDIDATES_MAX, candidates } from './candidates.ts'

/**
 * Whom `keyword` may mean. The people one follows are asked for once and kept until `reload` (spec section 4); others
 * are searched for when the typing pauses.
 */
export function useCandidates(keyword: string) {
  const viewer = useViewer()
  const id = viewer?.user_id ?? ''
  const following = useQuery({
    queryKey: keys.mentionable(id),
    queryFn: ({ signal }) =>
      call(follows.following, { params: { id }, query: { limit: CANDIDATES_MAX }, signal }).then(
        (page) => page.following,
      ),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const wanted = keyword.trim()
  const [asked] = useDebouncedValue(wanted, MENTION.pauseMs)
  const found = useQuery({
    queryKey: keys.mentionSearch(asked),
    queryFn: ({ signal }) =>
      call(users.search, { query: { keyword: asked, limit: CANDIDATES_MAX }, signal }).then((page) => page.users),
    enabled: wanted !== '' && asked !== '',
    staleTime: 60_000,
  })
  const searching = wanted !== ''
  const fresh = searching && asked === wanted
  return {
    people: candidates(following.data ?? [], fresh ? (found.data ?? []) : [], wanted, viewer?.id ?? null),
    /** More may come. */
    pending: following.isFetching || (searching && (asked !== wanted || found.isFetching)),
    failed: (searching ? fresh && found.isError : following.isError) && !following.isFetching && !found.isFetching,
    loadingFollowing: following.isFetching,
    reload: () => Promise.all([following.refetch(), searching && found.refetch()]),
  }
}
