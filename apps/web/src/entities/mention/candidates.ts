/** The people that can be mentioned (docs/product.md#mentions). */
import { useDebouncedValue } from '@mantine/hooks'
import type { UserCard } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'

export type Candidate = Pick<UserCard, 'id' | 'user_id' | 'nickname' | 'avatar'>

const CANDIDATES_MAX = 50
const DEBOUNCE_MS = 300

/** The mention of a person. Characters that its markup cannot hold are removed; an empty name becomes the id. */
export function toMention({ user_id, nickname }: Candidate) {
  return { userId: user_id, nickname: nickname.replace(/[[\]:<>\n]/g, '').trim() || user_id }
}

/** Followed people whose nickname or id contains `keyword`, then the other `found`; without the viewer, each once. */
export function mergeCandidates<P extends Candidate>(
  following: readonly P[],
  found: readonly P[],
  keyword: string,
  viewerId: number | null,
): P[] {
  const text = keyword.trim().toLowerCase()
  const matching = following.filter((person) =>
    [person.nickname, person.user_id].some((name) => name.toLowerCase().includes(text)),
  )
  const unique = new Map([...matching, ...found].map((person) => [person.id, person]))
  return [...unique.values()].filter(({ id }) => id !== viewerId)
}

/** Candidates for `keyword`: followed people, fetched once and cached until `reload`, and a debounced user search. */
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
  const text = keyword.trim()
  const [requested] = useDebouncedValue(text, DEBOUNCE_MS)
  const found = useQuery({
    queryKey: keys.mentionSearch(requested),
    queryFn: ({ signal }) =>
      call(users.search, { query: { keyword: requested, limit: CANDIDATES_MAX }, signal }).then((page) => page.users),
    enabled: text !== '' && requested !== '',
    staleTime: 60_000,
  })
  const searching = text !== ''
  const current = searching && requested === text
  return {
    people: mergeCandidates(following.data ?? [], current ? (found.data ?? []) : [], text, viewer?.id ?? null),
    /** More people may arrive. */
    pending: following.isFetching || (searching && (requested !== text || found.isFetching)),
    failed: (searching ? current && found.isError : following.isError) && !following.isFetching && !found.isFetching,
    loadingFollowing: following.isFetching,
    reload: () => Promise.all([following.refetch(), searching && found.refetch()]),
  }
}
