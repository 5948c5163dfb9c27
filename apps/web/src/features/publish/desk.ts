/**
 * What is being written, outside React: it is still there when the session ends in the middle, for the same person to
 * go on after signing in again.
 */
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

export type Desk = ReturnType<typeof createDesk>

/** A desk for a new note, or for a draft. */
export function createDesk(viewerId: number, draft: Post | null) {
  const pictures = draft?.pictures ?? []
  const note = createStore<Note>(draft ? fromPost(draft) : EMPTY_NOTE)
  const uploader = createUploader(
    steps,
    pictures.map(({ url, card }) => ({ url, preview: card })),
  )
  const state = () => JSON.stringify([note.get(), uploader.get().map(({ id }) => id)])
  let saved = state()
  return {
    viewerId,
    note,
    uploader,
    /** The draft that is written to; null while there is none. */
    draftId: draft?.id ?? null,
    /** The draft named by the page's address. It follows `draftId` a moment later. */
    address: draft?.id ?? null,
    state,
    dirty: () => state() !== saved,
    /** What was sent is safe; what was typed since is not. */
    markSaved(sent: string) {
      saved = sent
    },
    serves(draftId: number | null) {
      return draftId === this.address || (draftId !== null && draftId === this.draftId)
    },
  }
}

let kept: Desk | null = null

/** Called when the form goes: a desk that lost its session is kept, any other cleared. */
export function leaveDesk(desk: Desk, signedOut: boolean) {
  if (signedOut && desk.dirty()) kept = desk
  else desk.uploader.dispose()
}

/** The desk that this person had to leave, once. */
export function takeDesk(viewerId: number, draftId: number | null): Desk | null {
  const desk = kept
  if (!desk || desk.viewerId !== viewerId || !desk.serves(draftId)) return null
  kept = null
  return desk
}
