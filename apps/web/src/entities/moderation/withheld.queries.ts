/** What of the viewer's own others do not see, and objecting to it (docs/product.md#appeals). */
import { appealComment, appealPost, mine, type Withheld } from '@shiliu/contract/appeals'
import { PAGE, TARGET } from '@shiliu/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { useList } from '#data/lists.ts'
import { createRecords, notes, tick } from '#data/records.ts'

/** Notes and comments have ids of their own. */
export type WithheldItem = Withheld & { key: string }

const keyOf = ({ target_type, target_id }: Pick<Withheld, 'target_type' | 'target_id'>) => `${target_type}:${target_id}`

const withheld = createRecords<WithheldItem, 'key'>('key')

/** The viewer's own notes and comments that others do not see, or those of the comments that are below a note. */
export function useWithheld(postId?: number) {
  return useList({
    records: withheld,
    key: keys.withheld(postId === undefined ? {} : { postId }),
    async fetch(start, signal, askedAt) {
      const query = { ...start, limit: PAGE.limit, ...(postId !== undefined && { post_id: String(postId) }) }
      const { items, pagination } = await call(mine, { query, signal })
      const own = items.filter(({ target_type, moderation }) => target_type === TARGET.post && isShown(moderation))
      notes.put(
        own.flatMap(({ post, moderation }) => (post ? [{ ...post, moderation }] : [])),
        askedAt,
      )
      return { items: items.map((item) => ({ ...item, key: keyOf(item) })), pagination }
    },
  })
}

/** What is in the trash has no page. */
const isShown = ({ state }: Withheld['moderation']) => state !== 'deleted'

/** Few people have any: asked once a minute, so that a note asks for those below it only where there are some. */
export function useHasWithheld(): boolean {
  const { data = 0 } = useQuery({
    queryKey: keys.withheld({ count: true }),
    queryFn: async ({ signal }) => (await call(mine, { query: { limit: 1 }, signal })).pagination.total,
    staleTime: 60_000,
  })
  return data > 0
}

export type AppealTarget = Pick<Withheld, 'target_type' | 'target_id'>

/** Sends an appeal; what shows its note or comment then says that it waits. */
export async function sendAppeal(target: AppealTarget, text: string): Promise<void> {
  const isNote = target.target_type === TARGET.post
  const endpoint = isNote ? appealPost : appealComment
  const appeal = await call(endpoint, { params: { id: target.target_id }, body: { text } })
  const known = withheld.get(keyOf(target))?.moderation ?? (isNote && notes.get(target.target_id)?.moderation)
  if (!known) return
  const moderation = { ...known, can_appeal: false, appeal }
  withheld.patch([keyOf(target)], { moderation }, tick())
  if (isNote) notes.patch([target.target_id], { moderation }, tick())
}

/** Asks again for what is shown of it, where somebody has decided meanwhile. */
export function askForWithheld({ target_type, target_id }: AppealTarget) {
  void queryClient.invalidateQueries({ queryKey: keys.anyWithheld })
  if (target_type === TARGET.post) void queryClient.invalidateQueries({ queryKey: keys.post(target_id) })
}
