import type { Editor } from '@tiptap/core'
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { MentionPopup } from './MentionPopup.tsx'
import classes from './RichText.module.css'
import type { FieldProps } from './RichTextField.tsx'
import { createRichEditor, insertMention, insertText, setSource } from './rich-editor.ts'
import { createSuggesting, suggestionOf } from './suggesting.ts'
import { positionOf } from './typed.ts'

/** The field with mentions as chips and a list of people behind each @. */
export function RichEditor(props: FieldProps) {
  const { value, selected, handle, disabled = false } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const [suggesting] = useState(createSuggesting)
  const [marked, setMarked] = useState<string | null>(null)
  const listId = useId()
  /** What the editor holds, in the stored form. */
  const held = useRef(value)
  const latest = useRef({ props, marked })
  useLayoutEffect(() => {
    latest.current = { props, marked }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, from what is there at that moment
  useLayoutEffect(() => {
    if (!box.current) return
    const made = createRichEditor({
      element: box.current,
      source: value,
      suggestion: suggestionOf(suggesting),
      attributes: ({ empty }) => attributesOf(latest.current.props, empty, listId, latest.current.marked),
      onChange(source) {
        held.current = source
        latest.current.props.onChange(source)
      },
      onKey: (event) => !suggesting.get() && hear(event, latest.current.props),
    })
    editor.current = made
    // Where the plain field had the focus, the caret goes on where it stood; otherwise one goes on at the end.
    const { start, end } = selected.current ?? { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
    made.commands.setTextSelection({ from: positionOf(value, start), to: positionOf(value, end) })
    if (selected.current) made.view.focus()
    return () => {
      made.destroy()
      editor.current = null
    }
  }, [])

  useEffect(() => {
    if (!editor.current || value === held.current) return
    held.current = value
    setSource(editor.current, value)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are made of these
  useEffect(() => {
    editor.current?.setOptions({ editable: !disabled })
  }, [disabled, props.label, props.placeholder, props.invalid, props.describedBy, marked])

  useImperativeHandle(handle, () => ({
    focus: () => editor.current?.view.focus(),
    insertText: (text) => editor.current && insertText(editor.current, text),
    insertMention: (person) => editor.current && insertMention(editor.current, person),
  }))

  return (
    <>
      <div ref={box} className={classes.editor} />
      <MentionPopup id={listId} suggesting={suggesting} onMark={setMarked} />
    </>
  )
}

function attributesOf(props: FieldProps, empty: boolean, listId: string, marked: string | null) {
  const { label, placeholder, invalid, describedBy, disabled, className } = props
  return {
    class: `${classes.text} ${className}`,
    'aria-label': label,
    'aria-multiline': 'true',
    'aria-placeholder': placeholder,
    'data-placeholder': placeholder,
    ...(empty && { 'data-empty': '' }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(disabled && { 'aria-disabled': 'true' }),
    // Esc closes the list, not the dialog that the field may stand in.
    ...(marked !== null && {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': marked,
      'data-mantine-stop-propagation': 'true',
    }),
  }
}

function hear(event: KeyboardEvent, { onSend, onEscape }: FieldProps): boolean {
  if (event.key === 'Escape' && onEscape) onEscape()
  else if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey) && onSend) onSend()
  else return false
  event.stopPropagation()
  return true
}
