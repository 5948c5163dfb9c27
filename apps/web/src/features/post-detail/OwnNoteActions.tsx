import type { Post } from '@shiliu/contract/posts'
import { useState } from 'react'
import { LazyEditDialog, preloadEditDialog } from '#entities/post/own/LazyEditDialog.tsx'
import { deleteNote } from '#entities/post/own/own-post.queries.ts'
import { Button } from '#ui/form/Button.tsx'

type Props = { post: Post; onDeleted: () => void }

/** 编辑 and 删除 of one's own note, where others have the follow button. */
export function OwnNoteActions({ post, onDeleted }: Props) {
  const [editing, setEditing] = useState(false)
  async function remove() {
    if (await deleteNote(post)) onDeleted()
  }
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        onPointerEnter={preloadEditDialog}
        onFocus={preloadEditDialog}
        onClick={() => setEditing(true)}
      >
        编辑
      </Button>
      <Button variant="plain" size="sm" onClick={() => void remove()}>
        删除
      </Button>
      {editing && <LazyEditDialog id={post.id} onClosed={() => setEditing(false)} />}
    </>
  )
}
