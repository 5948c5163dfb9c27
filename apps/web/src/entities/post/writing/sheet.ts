/** What is being written: its fields, its pictures, and whether all of it is safe. Outside React, to outlive a form. */
import type { Post } from '@shiliu/contract/posts'
import * as uploads from '@shiliu/contract/uploads'
import { ApiError, messageOf } from '#api/error.ts'
import { upload } from '#api/upload.ts'
import { createStore } from '#ui/store.ts'
import { compress } from './compress.ts'
import { EMPTY_NOTE, fromPost, type Note } from './note.ts'
import { createUploader, type UploadSteps } from './uploader.ts'

const steps: UploadSteps = {
  prepare: compress,
  async send(picture, name, { onProgress, signal }) {
    const { url } = await upload(uploads.image, picture, { fileName: name, onProgress, signal })
    return url
  },
  reasonOf(error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    const passing = !refused || [401, 408, 429].includes(error.status)
    return { error: messageOf(error, '上传失败，请重试'), again: passing }
  },
  preview: (file) => URL.createObjectURL(file),
  forget: (preview) => URL.revokeObjectURL(preview),
}

export type Sheet = ReturnType<typeof createSheet>

/** A sheet for a new note, or with a stored one on it. */
export function createSheet(post: Post | null) {
  const pictures = post?.pictures ?? []
  const note = createStore<Note>(post ? fromPost(post) : EMPTY_NOTE)
  const uploader = createUploader(
    steps,
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
