// A draft session: the note being written, the draft it belongs to, and its local copies. When the user is signed out
// while writing, it is suspended in memory, with the pictures that are not uploaded yet, and the same user resumes it
// after signing in again.
import type { Post } from '@shiliu/contract/posts'
import { onCopiesForgotten } from '#data/local-copies.ts'
import { createNoteCopies, createNoteForm, keepNote } from '#entities/post/writing/note-form.ts'

export type DraftSession = ReturnType<typeof createDraftSession>

export function createDraftSession(viewerId: number, draft: Post | null) {
  const noteForm = createNoteForm(draft)
  return {
    viewerId,
    noteForm,
    copies: createNoteCopies(draft ? `draft/${draft.id}` : 'note', noteForm),
    /** The draft that saving updates; null until the note is first saved. */
    draftId: draft?.id ?? null,
    /** The draft in the page's address; follows `draftId` after the next navigation. */
    addressDraftId: draft?.id ?? null,
    /** Whether an address with this `draftId` (null: without one) belongs to this session. */
    matches(draftId: number | null) {
      return draftId === this.addressDraftId || (draftId !== null && draftId === this.draftId)
    },
  }
}

let suspended: DraftSession | null = null

/** Called when the form opens: from now on what is written is kept. Call what it returns when the form closes. */
export function enterSession({ noteForm, copies }: DraftSession): () => void {
  const release = copies.hold()
  const stop = keepNote(noteForm, copies)
  return () => {
    stop()
    release()
  }
}

/** Called after the form closed. Keeps unsaved work of a user who was signed out, cancels the uploads of any other. */
export function leaveSession(session: DraftSession, signedOut: boolean) {
  if (signedOut && session.noteForm.isDirty()) suspended = session
  else session.noteForm.uploader.dispose()
}

/** The suspended session of this user and address. It stays until `resumeSession`, since a render may be repeated. */
export function findSuspended(viewerId: number, draftId: number | null): DraftSession | null {
  return suspended?.viewerId === viewerId && suspended.matches(draftId) ? suspended : null
}

export function resumeSession(session: DraftSession) {
  if (suspended === session) suspended = null
}

onCopiesForgotten(({ realm, ownerId }) => {
  if (realm !== 'user' || suspended?.viewerId !== ownerId) return
  suspended.noteForm.uploader.dispose()
  suspended = null
})
