import { PAGE } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { OwnPostList, type OwnPostSource } from '#entities/post/own/OwnPostList.tsx'
import { OwnPostRow } from '#entities/post/own/OwnPostRow.tsx'
import { toQuery } from '#entities/post/own/own-filter.ts'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'

/** Drafts count days for a month before they show the date. */
const RELATIVE_DAYS = 30

const source: OwnPostSource = {
  keyOf: keys.drafts,
  fetchPage: (filter, signal) =>
    call(posts.list, {
      query: { ...toQuery(filter), is_draft: true, sort: 'updated_at', limit: PAGE.own },
      signal,
    }),
}

/** `/draft-box`: the viewer's drafts. */
export function DraftBoxPage() {
  useTitle('草稿箱')
  return <SignedInOnly>{({ id }) => <Drafts key={id} />}</SignedInOnly>
}

function Drafts() {
  return (
    <OwnPostList
      heading="草稿箱"
      noun="草稿"
      source={source}
      errorTitle="获取草稿列表失败，请重试"
      createLabel="创建第一篇草稿"
      renderRow={(draft, onDelete) => (
        <OwnPostRow
          key={draft.id}
          post={draft}
          link={{ to: paths.editDraft(draft.id) }}
          edit={paths.editDraft(draft.id)}
          onDelete={onDelete}
          meta={
            <>
              <RelativeTime time={draft.updated_at} days={RELATIVE_DAYS} />
              {draft.category && <span>{draft.category}</span>}
            </>
          }
        />
      )}
    />
  )
}
