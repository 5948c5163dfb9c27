/**
 * The sheet of the publish page and which draft it belongs to: it is still there when the session ends in the middle,
 * for the same person to go on after signing in again.
 */
import type { Post } from '@shiliu/contract/posts'
import { createSheet } from '#entities/post/writing/sheet.ts'

export type Desk = ReturnType<typeof createDesk>

/** A desk for a new note, or for a draft. */
export function createDesk(viewerId: number, draft: Post | null) {
  return {
    viewerId,
    sheet: createSheet(draft),
    /** The draft that is written to; null while there is none. */
    draftId: draft?.id ?? null,
    /** The draft named by the page's address. It follows `draftId` a moment later. */
    address: draft?.id ?? null,
    serves(draftId: number | null) {
      return draftId === this.address || (draftId !== null && draftId === this.draftId)
    },
  }
}

let kept: Desk | null = null

/** Called when the form goes: a desk that lost its session is kept, any other cleared. */
export function leaveDesk(desk: Desk, signedOut: boolean) {
  if (signedOut && desk.sheet.dirty()) kept = desk
  else desk.sheet.uploader.dispose()
}

/** The desk that this person had to leave; it stays until `takeDesk`, since what is drawn may be drawn again. */
export function findDesk(viewerId: number, draftId: number | null): Desk | null {
  return kept?.viewerId === viewerId && kept.serves(draftId) ? kept : null
}

/** It has its person back. */
export function takeDesk(desk: Desk) {
  if (kept === desk) kept = null
}
