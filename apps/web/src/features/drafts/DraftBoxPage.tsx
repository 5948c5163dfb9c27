import { PAGE } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { OwnList } from '#entities/post/own/OwnList.tsx'
import { OwnRow } from '#entities/post/own/OwnRow.tsx'
import { toQuery } from '#entities/post/own/own-filter.ts'
import type { OwnSource } from '#entities/post/own/use-own-posts.ts'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { RELATIVE_DAYS } from '#ui/constants.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { useTitle } from '#ui/use-title.ts'

const source: OwnSource = {
  keyOf: keys.drafts,
  fetchPage: (filter, signal) =>
    call(posts.list, {
      query: { ...toQuery(filter), is_draft: true, sort: 'updated_at', limit: PAGE.own },
      signal,
    }),
}

/** /draft-box (spec section 2 «Draft box»). */
export function DraftBoxPage() {
  useTitle('草稿箱')
  return <SignedInOnly>{({ id }) => <Drafts key={id} />}</SignedInOnly>
}

function Drafts() {
  return (
    <OwnList
      heading="草稿箱"
      what="草稿"
      source={source}
      failed="获取草稿列表失败，请重试"
      first="创建第一篇草稿"
      row={(draft, onDelete) => (
        <OwnRow
          key={draft.id}
          post={draft}
          link={{ to: paths.editDraft(draft.id) }}
          edit={paths.editDraft(draft.id)}
          onDelete={onDelete}
          meta={
            <>
              <RelativeTime time={draft.updated_at} days={RELATIVE_DAYS.drafts} />
              {draft.category && <span>{draft.category}</span>}
            </>
          }
        />
      )}
    />
  )
}
