import { POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { tidyLine } from '@shiliu/contract/text'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useCategories } from '#entities/category/category.queries.ts'
import { textLength } from '#entities/text/plain-field.ts'
import { RichTextField, type RichTextHandle } from '#entities/text/RichTextField.tsx'
import { WritingTools } from '#entities/text/WritingTools.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { isImeComposing } from '#ui/form/text-input.ts'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import { CategoriesError } from '../CategoriesError.tsx'
import { Field } from './Field.tsx'
import classes from './NoteFields.module.css'
import type { Note, NoteErrors, NoteField, NoteForm } from './note-form.ts'
import { PicturesField } from './PicturesField.tsx'
import { TagsField } from './TagsField.tsx'

type Props = {
  noteForm: NoteForm
  errors: NoteErrors
  disabled: boolean
  /** A field with an error was edited. */
  onEdit: (field: NoteField) => void
}

export function NoteFields({ noteForm, errors, disabled, onEdit }: Props) {
  const note = noteForm.note.use()

  function change(part: Partial<Note>, field: NoteField) {
    noteForm.note.set({ ...note, ...part })
    edited(field)
  }
  function edited(field: NoteField) {
    if (errors[field]) onEdit(field)
  }
  return (
    <>
      <PicturesField
        uploader={noteForm.uploader}
        error={errors.images}
        disabled={disabled}
        onChange={() => edited('images')}
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
        onEdit={() => edited('tags')}
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

export function goToField(form: HTMLElement | null, field: NoteField) {
  const section = form?.querySelector(`[data-field="${field}"]`)
  section?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  section
    ?.querySelector<HTMLElement>('[data-retry], input, textarea, [contenteditable]')
    ?.focus({ preventScroll: true })
}

type FieldProps<T, V = T> = { value: T; error: string | undefined; disabled: boolean; onChange: (value: V) => void }

/** Wraps, but takes no line breaks. The text may grow beyond the limit, which is checked on submit. */
function TitleField({ value, error, disabled, onChange }: FieldProps<string>) {
  const id = useId()
  const count = length(tidyLine(value))
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !isImeComposing(event.nativeEvent)) event.preventDefault()
  }
  return (
    <Field field="title" id={id} error={error}>
      <label htmlFor={id} className="sr-only">
        标题
      </label>
      {/* A hidden copy of the text gives the height. */}
      <div className={classes.title} data-text={`${value} `}>
        <textarea
          dir="auto"
          id={id}
          rows={1}
          value={value}
          placeholder="给笔记起个标题"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count ${id}-error`}
          enterKeyHint="next"
          onKeyDown={onKeyDown}
          onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        />
      </div>
      <p id={`${id}-count`} className={classes.titleCount} data-over={count > POST.titleMax || undefined}>
        {count}/{POST.titleMax}
      </p>
    </Field>
  )
}

function ContentField({ value, error, disabled, onChange }: FieldProps<string>) {
  const id = useId()
  const text = useRef<RichTextHandle>(null)
  const count = textLength(value)
  return (
    <Field field="content" id={id} error={error}>
      <div className={classes.content}>
        <RichTextField
          handle={text}
          className={classes.text ?? ''}
          label="正文"
          placeholder="写下此刻的想法"
          value={value}
          onChange={onChange}
          invalid={error !== undefined}
          describedBy={`${id}-count ${id}-error`}
          disabled={disabled}
        />
      </div>
      <div className={classes.tools}>
        <WritingTools field={text} disabled={disabled} />
        <p id={`${id}-count`} className={classes.contentCount} data-over={count > POST.contentMax || undefined}>
          {count}/{POST.contentMax}
        </p>
      </div>
    </Field>
  )
}

function CategoryField({ value, error, disabled, onChange }: FieldProps<number | null, number>) {
  const id = useId()
  const { data, failed, retrying, retry } = useCategories()
  return (
    <Field field="category" id={id} label="分类" error={error}>
      {failed && <CategoriesError retrying={retrying} retry={retry} />}
      {!failed && !data && (
        <Skeleton className={classes.categories}>
          {[1, 2, 3, 4, 5, 6].map((pill) => (
            <SkeletonBlock key={pill} width={72} height={36} round />
          ))}
        </Skeleton>
      )}
      {data && (
        <div
          className={classes.categories}
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-error`}
        >
          {data.map((category) => (
            <label key={category.id} className={classes.category} data-checked={category.id === value || undefined}>
              <input
                type="radio"
                className="sr-only"
                name={id}
                value={category.id}
                checked={category.id === value}
                disabled={disabled}
                onChange={() => onChange(category.id)}
              />
              {category.name}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
