import type { Relation } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useViewer } from '#api/session.ts'

const STRANGERS: Relation = { isFollowing: false, isMutual: false, buttonType: 'follow' }

/**
 * How the viewer stands to a person; asked for where no list tells it already. null until it is known; a guest, and
 * whoever's question failed, is a stranger (spec section 8 «Follow status failure»).
 */
export function useRelation(userId: string, known?: Relation): Relation | null {
  const viewer = useViewer()
  const asks = viewer !== null && viewer.user_id !== userId && !known
  const { data, isPending } = useQuery<Relation>({
    queryKey: keys.followStatus(userId),
    queryFn: ({ signal }) => call(follows.status, { params: { id: userId }, signal }),
    enabled: asks,
    initialData: known,
    staleTime: 60_000,
  })
  return data ?? (asks && isPending ? null : STRANGERS)
}
