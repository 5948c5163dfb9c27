/** What is being written: its fields, its pictures, and whether all of it is safe. Outside React, to outlive a form. */
import type { Post } from '@shiliu/contract/posts'
import { uploadSteps } from '#entities/picture/upload-steps.ts'
import { createUploader } from '#entities/picture/uploader.ts'
import { createStore } from '#ui/store.ts'
import { EMPTY_NOTE, fromPost, type Note } from './note.ts'

export type Sheet = ReturnType<typeof createSheet>

/** A sheet for a new note, or with a stored one on it. */
export function createSheet(post: Post | null) {
  const pictures = post?.pictures ?? []
  const note = createStore<Note>(post ? fromPost(post) : EMPTY_NOTE)
  const uploader = createUploader(
    uploadSteps,
    pictures.map(({ url, card }) => ({ url, preview: card })),
  )
  const state = () => JSON.stringify([note.get(), uploader.get().map(({ id }) => id)])
  let saved = state()
  return {
    note,
    uploader,
    /** Addresses of the pictures that are stored, in their order. */
    images: () => uploader.get().flatMap(({ url }) => url ?? []),
    state,
    dirty: () => state() !== saved,
    /** What was sent is safe; what was typed since is not. */
    markSaved(sent: string) {
      saved = sent
    },
  }
}
