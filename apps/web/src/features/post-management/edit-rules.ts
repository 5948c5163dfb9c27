/** What a published note must still have after a change (spec section 5 «Note edit»). */
import type { Post } from '@shiliu/contract/posts'
import { type Note, type NoteErrors, noteErrors } from '#entities/post/writing/note.ts'

/** As for publishing; one that was made without pictures, by an administrator, may stay so. */
export function editErrors(note: Note, pictures: number, hadPictures: boolean): NoteErrors {
  const { images, ...others } = noteErrors(note, pictures)
  return images && hadPictures ? { images, ...others } : others
}

/** Whether something is missing, rather than too long. */
export function isIncomplete(note: Note): boolean {
  return !note.title.trim() || !note.content.trim() || note.categoryId === null
}

/** Whether the pictures are the stored ones, in their order. */
export function keepsPictures(post: Pick<Post, 'images'>, images: readonly string[]): boolean {
  return post.images.length === images.length && post.images.every((url, index) => url === images[index])
}
