/** A note as it is being written, and how it becomes what the API takes (spec section 5 «Notes»). */
import { POST } from '@shiliu/contract/limits'
import type { Post, PostInput } from '@shiliu/contract/posts'
import { length } from '@shiliu/contract/rules'
import { canonical } from '#entities/text/document.ts'
import { textLength } from '#entities/text/typed.ts'

/** The content is in its stored form (contract/rich-text.ts). */
export type Note = { title: string; content: string; tags: readonly string[]; categoryId: number | null }
export type NoteField = 'images' | 'title' | 'content' | 'tags' | 'category'
export type NoteErrors = Partial<Record<NoteField, string>>

export const EMPTY_NOTE: Note = { title: '', content: '', tags: [], categoryId: null }

/** The order of the fields on the page: the first wrong one gets the focus. */
export const FIELDS: readonly NoteField[] = ['images', 'title', 'content', 'tags', 'category']

const tooLong = (what: string, max: number) => `${what}不能超过${max}个字`

/** What a draft lacks: a picture is enough for it, but what is there must fit. */
export function draftErrors(note: Note, pictures: number): NoteErrors {
  const errors: NoteErrors = {}
  if (pictures === 0) errors.images = '请至少上传一张图片'
  if (length(note.title.trim()) > POST.titleMax) errors.title = tooLong('标题', POST.titleMax)
  if (textLength(note.content) > POST.contentMax) errors.content = tooLong('正文', POST.contentMax)
  return errors
}

/** What a note lacks to be published. */
export function noteErrors(note: Note, pictures: number): NoteErrors {
  const errors = draftErrors(note, pictures)
  if (!note.title.trim()) errors.title = '请输入标题'
  if (textLength(note.content) === 0) errors.content = '请输入正文'
  if (note.categoryId === null) errors.category = '请选择分类'
  return errors
}

/** Which field the server means, by its name or by the error's code word; null when none of ours. */
export function fieldOf(name: string | undefined, code?: string): NoteField | null {
  const field = name?.split('.')[0]
  if (field === 'category_id' || code === 'category_not_found') return 'category'
  return code === 'image_foreign' ? 'images' : (FIELDS.find((known) => known === field) ?? null)
}

export function toInput(note: Note, images: readonly string[], draft: boolean): PostInput {
  return {
    title: note.title.trim(),
    content: note.content,
    category_id: note.categoryId,
    images: [...images],
    tags: [...note.tags],
    is_draft: draft,
  }
}

export function fromPost({ title, content, category_id, tags }: Post): Note {
  return { title, content: canonical(content), categoryId: category_id, tags: tags.map(({ name }) => name) }
}
