import { POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { CategoryField } from './CategoryField.tsx'
import { contentLength, type Note, type NoteErrors, type NoteField } from './note.ts'
import { PicturesField } from './PicturesField.tsx'
import type { Sheet } from './sheet.ts'
import { TagsField } from './TagsField.tsx'
import { TextArea } from './TextArea.tsx'

type Props = {
  sheet: Sheet
  errors: NoteErrors
  disabled: boolean
  /** The person attends to a field that was wrong. */
  onAttend: (field: NoteField) => void
}

/** All that a note consists of, to be written; the form around it arranges them. */
export function NoteFields({ sheet, errors, disabled, onAttend }: Props) {
  const note = sheet.note.use()

  function change(part: Partial<Note>, field: NoteField) {
    sheet.note.set({ ...note, ...part })
    attend(field)
  }
  function attend(field: NoteField) {
    if (errors[field]) onAttend(field)
  }
  return (
    <>
      <PicturesField
        uploader={sheet.uploader}
        error={errors.images}
        disabled={disabled}
        onChange={() => attend('images')}
      />
      <TextArea
        field="title"
        label="标题"
        placeholder="给笔记起个标题"
        value={note.title}
        count={length(note.title.trim())}
        max={POST.titleMax}
        error={errors.title}
        disabled={disabled}
        oneLine
        onChange={(title) => change({ title }, 'title')}
      />
      <TextArea
        field="content"
        label="正文"
        placeholder="写下此刻的想法"
        value={note.content}
        count={contentLength(note.content)}
        max={POST.contentMax}
        error={errors.content}
        disabled={disabled}
        onChange={(content) => change({ content }, 'content')}
      />
      <TagsField
        tags={note.tags}
        error={errors.tags}
        disabled={disabled}
        onChange={(tags) => change({ tags }, 'tags')}
        onEdit={() => attend('tags')}
      />
      <CategoryField
        value={note.categoryId}
        error={errors.category}
        disabled={disabled}
        onChange={(categoryId) => change({ categoryId }, 'category')}
      />
    </>
  )
}

/** Leads to the field that has to be put right. */
export function goToField(form: HTMLElement | null, field: NoteField) {
  const section = form?.querySelector(`[data-field="${field}"]`)
  section?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  section?.querySelector<HTMLElement>('[data-retry], input, textarea')?.focus({ preventScroll: true })
}
