/** A note being written: its fields and pictures, what is wrong with them, and how they become what the API takes. */
import { POST } from '@shiliu/contract/limits'
import type { Post, PostInput } from '@shiliu/contract/posts'
import { length } from '@shiliu/contract/rules'
import { tidyLine } from '@shiliu/contract/text'
import { createLocalCopies, type LocalCopies } from '#data/local-copies.ts'
import { uploadSteps } from '#entities/picture/upload-steps.ts'
import { createUploader } from '#entities/picture/uploader.ts'
import { canonical } from '#entities/text/document.ts'
import { textLength } from '#entities/text/plain-field.ts'
import { createStore } from '#ui/state/store.ts'

/** `content` is in the stored form (contract/rich-text.ts). */
export type Note = { title: string; content: string; tags: readonly string[]; categoryId: number | null }
export type NoteField = 'images' | 'title' | 'content' | 'tags' | 'category'
export type NoteErrors = Partial<Record<NoteField, string>>

export const EMPTY_NOTE: Note = { title: '', content: '', tags: [], categoryId: null }

/** In the order of the page: the first invalid field gets the focus. */
export const FIELDS: readonly NoteField[] = ['images', 'title', 'content', 'tags', 'category']

const tooLong = (what: string, max: number) => `${what}不能超过${max}个字`

/** What is too long, in a draft as in a note. */
function lengthErrors(note: Note): NoteErrors {
  const errors: NoteErrors = {}
  if (length(tidyLine(note.title)) > POST.titleMax) errors.title = tooLong('标题', POST.titleMax)
  if (textLength(note.content) > POST.contentMax) errors.content = tooLong('正文', POST.contentMax)
  return errors
}

/** A draft needs a picture or any text; every field that is filled in must fit its limit. */
export function draftErrors(note: Note, pictures: number): NoteErrors {
  const written = tidyLine(note.title) !== '' || textLength(note.content) > 0 || note.tags.length > 0
  return written || pictures > 0 ? lengthErrors(note) : { title: '写点什么，或者加张图片，再存草稿' }
}

/** A note to be published needs every field but tags. */
export function noteErrors(note: Note, pictures: number): NoteErrors {
  const errors = lengthErrors(note)
  if (pictures === 0) errors.images = '请至少上传一张图片'
  if (!tidyLine(note.title)) errors.title = '请输入标题'
  if (textLength(note.content) === 0) errors.content = '请输入正文'
  if (note.categoryId === null) errors.category = '请选择分类'
  return errors
}

/** The field that the server's error is about, by field name or error code; null when it is none of the form's. */
export function fieldOfError(name: string | undefined, code?: string): NoteField | null {
  const field = name?.split('.')[0]
  if (field === 'category_id' || code === 'category_not_found') return 'category'
  return code === 'image_foreign' ? 'images' : (FIELDS.find((known) => known === field) ?? null)
}

export function toInput(note: Note, images: readonly string[], draft: boolean): PostInput {
  return {
    title: tidyLine(note.title),
    content: note.content,
    category_id: note.categoryId,
    images: [...images],
    tags: [...note.tags],
    is_draft: draft,
  }
}

function fromPost({ title, content, category_id, tags }: Post): Note {
  return { title, content: canonical(content), categoryId: category_id, tags: tags.map(({ name }) => name) }
}

/**
 * A note as a local copy keeps it: with the pictures that are uploaded, the number of the others, and when the note was
 * last changed where the writing began from (null for a new one).
 */
export type NoteCopy = { note: Note; images: readonly string[]; unsent: number; version: string | null }

const isText = (value: unknown) => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

export function readNoteCopy(stored: unknown): NoteCopy | null {
  const { note, images, unsent, version } = (stored ?? {}) as Partial<NoteCopy>
  const { title, content, tags, categoryId } = (note ?? {}) as Partial<Note>
  if (title === undefined || content === undefined || tags === undefined || !images) return null
  if (!isText(title) || !isText(content) || !isTexts(tags) || !isTexts(images)) return null
  return {
    note: { title, content, tags, categoryId: typeof categoryId === 'number' ? categoryId : null },
    images,
    unsent: typeof unsent === 'number' ? unsent : 0,
    version: typeof version === 'string' ? version : null,
  }
}

/** Whether the note was changed after the writing of the copy began. */
export function isOutdated({ version }: NoteCopy, form: NoteForm): boolean {
  return version !== null && form.version !== null && version !== form.version
}

export const unsentPictures = (count: number) => `${count}张图片没有传完，要重新选`

/** Without the version: the same content is no news. */
const flat = ({ note: { title, content, tags, categoryId }, images, unsent }: NoteCopy) =>
  JSON.stringify([title, content, tags, categoryId, images, unsent])

/** The local copies of a form; one that says what the form already holds is of no use. */
export function createNoteCopies(form: string, { toCopy }: NoteForm): LocalCopies<NoteCopy> {
  function read(stored: unknown) {
    const copy = readNoteCopy(stored)
    return copy && flat(copy) !== flat(toCopy()) ? copy : null
  }
  return createLocalCopies({ realm: 'user', form, read })
}

/** Keeps the note after each change of it, as far as it is unsaved, until the returned function is called. */
export function keepNote({ note, uploader, isDirty, toCopy }: NoteForm, { keep }: LocalCopies<NoteCopy>): () => void {
  const save = () => keep(isDirty() ? toCopy() : null)
  // What was typed before the form's effects ran.
  save()
  const stops = [note.subscribe(save), uploader.subscribe(save)]
  return () => {
    for (const stop of stops) stop()
  }
}

export type NoteForm = ReturnType<typeof createNoteForm>

/** The state of one form, empty or filled from a stored note. It lives outside React, to outlive the form. */
export function createNoteForm(post: Post | null) {
  const pictures = post?.pictures ?? []
  const note = createStore<Note>(post ? fromPost(post) : EMPTY_NOTE)
  const uploader = createUploader(
    uploadSteps,
    pictures.map(({ url, card }) => ({ url, preview: card })),
  )
  const snapshot = () => JSON.stringify([note.get(), uploader.get().map(({ id }) => id)])
  let saved = snapshot()
  const images = () => uploader.get().flatMap(({ url }) => url ?? [])
  const version = post?.updated_at ?? null
  return {
    note,
    uploader,
    /** When the stored note was last changed; null for a new one. */
    version,
    images,
    toCopy(): NoteCopy {
      const unsent = uploader.get().filter(({ url }) => url === null).length
      return { note: note.get(), images: images(), unsent, version }
    },
    snapshot,
    isDirty: () => snapshot() !== saved,
    /** Takes the snapshot that was sent, so that changes made since then still count as unsaved. */
    markSaved(sent: string) {
      saved = sent
    },
    /** Replaces everything, as typed by hand: it counts as unsaved. */
    fill({ note: next, images }: Pick<NoteCopy, 'note' | 'images'>) {
      uploader.dispose()
      note.set(next)
      for (const url of images) uploader.addUrl(url)
    },
  }
}
