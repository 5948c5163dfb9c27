import { scrollMotion } from '#ui/motion.ts'
import { CategoryField } from './CategoryField.tsx'
import { ContentField } from './ContentField.tsx'
import type { Note, NoteErrors, NoteField } from './note.ts'
import { PicturesField } from './PicturesField.tsx'
import type { Sheet } from './sheet.ts'
import { TagsField } from './TagsField.tsx'
import { TitleField } from './TitleField.tsx'

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
      <TitleField
        value={note.title}
        error={errors.title}
        disabled={disabled}
        onChange={(title) => change({ title }, 'title')}
      />
      <ContentField
        value={note.content}
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
  section?.scrollIntoView({ block: 'center', behavior: scrollMotion() })
  section
    ?.querySelector<HTMLElement>('[data-retry], input, textarea, [contenteditable]')
    ?.focus({ preventScroll: true })
}
