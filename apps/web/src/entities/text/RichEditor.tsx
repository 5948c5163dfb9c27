import type { Editor } from '@tiptap/core'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createEditor, createSuggestionStore, insertMention, insertText, setSource } from './create-editor.ts'
import { MentionPopup } from './MentionPopup.tsx'
import { toEditorPosition } from './plain-field.ts'
import classes from './RichText.module.css'
import type { EditorProps } from './RichTextField.tsx'

/** The Tiptap field: mentions are chips, and each typed @ opens a list of people. */
export function RichEditor(props: EditorProps) {
  const { value, selection, handle, disabled = false, onChange, onSend, onEscape } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const [suggestion] = useState(createSuggestionStore)
  const [activeOption, setActiveOption] = useState<string | null>(null)
  const listId = useId()
  const attributes = useAttributes(props, listId, activeOption)
  const currentAttributes = useRef(attributes)
  const currentValue = useRef(value)

  const onEditorChange = useEffectEvent((source: string) => {
    currentValue.current = source
    onChange(source)
  })
  const onEditorKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (suggestion.get()) return false
    if (event.key === 'Escape' && onEscape) onEscape()
    else if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey) && onSend) onSend()
    else return false
    event.stopPropagation()
    return true
  })
  const create = useEffectEvent((element: HTMLElement) => {
    const created = createEditor({
      element,
      source: value,
      suggestion,
      attributes: ({ empty }) => ({ ...currentAttributes.current, ...(empty && { 'data-empty': '' }) }),
      onChange: (source) => onEditorChange(source),
      onKeyDown: (event) => onEditorKeyDown(event),
    })
    // Takes over the caret of the plain field; without one it starts at the end.
    const { start, end } = selection.current ?? { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
    created.commands.setTextSelection({ from: toEditorPosition(value, start), to: toEditorPosition(value, end) })
    if (selection.current) created.view.focus()
    return created
  })

  useLayoutEffect(() => {
    if (!box.current) return
    const created = create(box.current)
    editor.current = created
    return () => {
      created.destroy()
      editor.current = null
    }
  }, [])

  useEffect(() => {
    if (!editor.current || value === currentValue.current) return
    currentValue.current = value
    setSource(editor.current, value)
  }, [value])

  useEffect(() => {
    currentAttributes.current = attributes
    editor.current?.setOptions({ editable: !disabled })
  }, [attributes, disabled])

  useImperativeHandle(handle, () => ({
    focus: () => editor.current?.view.focus(),
    insertText: (text) => editor.current && insertText(editor.current, text),
    insertMention: (person) => editor.current && insertMention(editor.current, person),
  }))

  return (
    <>
      <div ref={box} className={classes.editor} />
      <MentionPopup id={listId} suggestion={suggestion} onActiveChange={setActiveOption} />
    </>
  )
}

/** The editable element's attributes, which Tiptap sets itself. */
function useAttributes(props: EditorProps, listId: string, activeOption: string | null): Record<string, string> {
  const { label, placeholder, invalid, describedBy, disabled, className } = props
  return useMemo(
    () => ({
      class: `${classes.text} ${className}`,
      dir: 'auto',
      'aria-label': label,
      'aria-multiline': 'true',
      'aria-placeholder': placeholder,
      'data-placeholder': placeholder,
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(disabled && { 'aria-disabled': 'true' }),
      // Esc closes the open list, not the dialog around the field.
      ...(activeOption !== null && {
        'aria-autocomplete': 'list',
        'aria-controls': listId,
        'aria-activedescendant': activeOption,
        'data-mantine-stop-propagation': 'true',
      }),
    }),
    [label, placeholder, invalid, describedBy, disabled, className, listId, activeOption],
  )
}
