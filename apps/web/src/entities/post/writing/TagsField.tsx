import { POST, TAGS } from '@shiliu/contract/limits'
import * as tagsApi from '@shiliu/contract/tags'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { isComposing } from '#ui/composing.ts'
import { WordsBox } from '#ui/WordsBox.tsx'
import { Field } from './Field.tsx'
import classes from './TagsField.module.css'
import { addTags, endsTag, suggest, tagKey } from './tag-rules.ts'

type Props = {
  tags: readonly string[]
  error: string | undefined
  disabled: boolean
  onChange: (tags: readonly string[]) => void
  onEdit: () => void
}

/** Tags as pills with a field behind them that suggests known ones (spec section 5 «Tag input»). */
export function TagsField({ tags, error, disabled, onChange, onEdit }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [focused, setFocused] = useState(false)
  const [marked, setMarked] = useState(-1)
  const [message, setMessage] = useState<string | null>(null)

  const hot = useQuery({
    queryKey: keys.hotTags,
    queryFn: ({ signal }) => call(tagsApi.hot, { query: { limit: TAGS.hotShown }, signal }),
  })
  const all = useQuery({
    queryKey: keys.tags,
    enabled: focused,
    queryFn: ({ signal }) => call(tagsApi.list, { signal }),
  })
  const names = (all.data ?? []).map(({ name }) => name)
  const suggestions = focused ? suggest(names, typed, tags) : []
  const open = suggestions.length > 0
  const chosen = new Set(tags.map(tagKey))
  const offered = (hot.data ?? []).filter(({ name }) => !chosen.has(tagKey(name)))

  /** Composed text is not yet what is meant; it is looked at when the composition ends. */
  function type(text: string, composing: boolean) {
    onEdit()
    setMessage(null)
    setMarked(-1)
    if (composing || !endsTag(text)) setTyped(text)
    else add(text)
  }

  function add(text: string) {
    const added = addTags(tags, text)
    if (added.tags.length > tags.length) onChange(added.tags)
    setTyped(added.rest)
    setMessage(added.message)
    setMarked(-1)
  }

  function remove(tag: string) {
    setMessage(null)
    onChange(tags.filter((other) => other !== tag))
    input.current?.focus()
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const count = suggestions.length
    const last = tags.at(-1)
    if (event.key === 'Enter') {
      event.preventDefault()
      add(suggestions[marked] ?? typed)
    } else if (event.key === 'Backspace' && !typed && last) onChange(tags.slice(0, -1))
    else if (event.key === 'Escape' && count > 0) setFocused(false)
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMarked(marked < 0 && step < 0 ? count - 1 : (marked + step + count) % count)
    }
  }

  function leave() {
    setFocused(false)
    if (typed.trim()) add(typed)
  }

  // The buttons at the bottom of the page must not cover it.
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const full = tags.length >= POST.tagsMax
  const aside = `${tags.length}/${POST.tagsMax}`
  const hotTags = !full && offered.length > 0 && (
    <div className={classes.hot}>
      <span className={classes.hotLabel}>热门</span>
      {offered.map(({ name }) => (
        <button key={name} type="button" className={classes.chip} disabled={disabled} onClick={() => add(name)}>
          #{name}
        </button>
      ))}
    </div>
  )
  return (
    <Field field="tags" id={id} label="标签" aside={aside} error={message ?? error} after={hotTags}>
      <div className={classes.anchor}>
        <WordsBox
          words={tags}
          kind="tag"
          removeLabel={(tag) => `删除标签${tag}`}
          onRemove={remove}
          invalid={(message ?? error) !== undefined}
          disabled={disabled}
        >
          <input
            ref={input}
            role="combobox"
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-error`}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={marked >= 0 ? `${id}-${marked}` : undefined}
            autoComplete="off"
            // Esc closes the suggestions, not the dialog that the field may stand in.
            data-mantine-stop-propagation={open || undefined}
            enterKeyHint="done"
            placeholder={full ? '标签已满' : '输入标签，按回车添加'}
            value={typed}
            disabled={disabled}
            onChange={({ target, nativeEvent }) =>
              type(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
            }
            onCompositionEnd={({ currentTarget }) => type(currentTarget.value, false)}
            onKeyDown={press}
            onFocus={() => setFocused(true)}
            onBlur={leave}
          />
        </WordsBox>
        <div ref={list} id={`${id}-list`} className={classes.list} role="listbox" aria-label="标签建议" hidden={!open}>
          {suggestions.map((name, index) => (
            // The keyboard moves the mark from the field, which keeps the focus.
            <div
              key={name}
              id={`${id}-${index}`}
              className={classes.option}
              role="option"
              aria-selected={index === marked}
              tabIndex={-1}
              onMouseDown={(event) => {
                event.preventDefault()
                add(name)
              }}
            >
              #{name}
            </div>
          ))}
        </div>
      </div>
    </Field>
  )
}
