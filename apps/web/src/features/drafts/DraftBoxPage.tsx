import { paths } from '#app/paths.ts'
import { OwnPostList } from '#entities/post/own/OwnPostList.tsx'
import { OwnPostRow } from '#entities/post/own/OwnPostRow.tsx'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'

/** Drafts count days for a month before they show the date. */
const RELATIVE_DAYS = 30

/** `/draft-box`: the viewer's drafts. */
export function DraftBoxPage() {
  useTitle('草稿箱')
  return <SignedInOnly>{({ user_id }) => <Drafts key={user_id} userId={user_id} />}</SignedInOnly>
}

function Drafts({ userId }: { userId: string }) {
  return (
    <OwnPostList
      kind="drafts"
      userId={userId}
      heading="草稿箱"
      noun="草稿"
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
