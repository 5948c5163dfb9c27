/** What a published note must still have after a change (spec section 5 «Note edit»). */
import { type Note, type NoteErrors, noteErrors } from '#entities/post/writing/note.ts'
import { textLength } from '#entities/text/typed.ts'

/** As for publishing; one that was made without pictures, by an administrator, may stay so. */
export function editErrors(note: Note, pictures: number, hadPictures: boolean): NoteErrors {
  const { images, ...others } = noteErrors(note, pictures)
  return images && hadPictures ? { images, ...others } : others
}

/** Whether something is missing, rather than too long. */
export function isIncomplete(note: Note): boolean {
  return !note.title.trim() || textLength(note.content) === 0 || note.categoryId === null
}
