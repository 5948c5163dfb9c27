import { PAGE } from '@shiliu/contract/limits'
import * as users from '@shiliu/contract/users'
import { useMemo, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { OwnList } from '#entities/post/own/OwnList.tsx'
import { toQuery } from '#entities/post/own/own-filter.ts'
import type { OwnSource } from '#entities/post/own/use-own-posts.ts'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { useTitle } from '#ui/use-title.ts'
import { EditHost } from './EditHost.tsx'
import { NoteRow } from './NoteRow.tsx'

/** /post-management (spec section 2 «Note management»). */
export function PostManagementPage() {
  useTitle('笔记管理')
  return <SignedInOnly>{({ user_id }) => <Notes key={user_id} userId={user_id} />}</SignedInOnly>
}

function Notes({ userId }: { userId: string }) {
  const [edited, setEdited] = useState<number | null>(null)
  const source = useMemo<OwnSource>(
    () => ({
      keyOf: keys.ownPosts,
      fetchPage: (filter, signal) =>
        call(users.posts, { params: { id: userId }, query: { ...toQuery(filter), limit: PAGE.own }, signal }),
    }),
    [userId],
  )
  return (
    <>
      <OwnList
        heading="笔记管理"
        what="笔记"
        source={source}
        failed="获取笔记列表失败，请重试"
        first="发布第一篇笔记"
        row={(post, onDelete) => (
          <NoteRow key={post.id} post={post} onEdit={() => setEdited(post.id)} onDelete={onDelete} />
        )}
      />
      {edited !== null && <EditHost key={edited} id={edited} onClosed={() => setEdited(null)} />}
    </>
  )
}
