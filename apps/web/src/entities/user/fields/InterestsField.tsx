import { PROFILE } from '@shiliu/contract/limits'
import { type KeyboardEvent, useRef } from 'react'
import { isComposing } from '#ui/composing.ts'
import { FieldBox } from '#ui/FieldBox.tsx'
import { WordsBox } from '#ui/WordsBox.tsx'
import classes from './InterestsField.module.css'
import { addInterest } from './interests.ts'

type Props = {
  interests: readonly string[]
  /** What is being typed: kept by the form, which must not lose it. */
  typed: string
  error?: string | undefined
  disabled?: boolean
  onChange: (interests: readonly string[]) => void
  onType: (typed: string) => void
  /** What is wrong with what was just added, null when nothing is. */
  onFault: (message: string | null) => void
}

/** Words as pills with a field behind them; Enter, leaving the field and 添加 all add. */
export function InterestsField(props: Props) {
  const { interests, typed, error, disabled = false, onChange, onType, onFault } = props
  const input = useRef<HTMLInputElement>(null)
  const full = interests.length >= PROFILE.interestsMax

  function add() {
    const added = addInterest(interests, typed)
    if (added.interests !== interests) onChange(added.interests)
    onType(added.rest)
    onFault(added.message)
  }
  function remove(interest: string) {
    onChange(interests.filter((other) => other !== interest))
    onFault(null)
    input.current?.focus()
  }
  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && !typed) onChange(interests.slice(0, -1))
  }
  return (
    <FieldBox
      field="interests"
      label="兴趣爱好"
      aside={`最长${PROFILE.interestMax}个字，最多${PROFILE.interestsMax}个`}
      error={error}
    >
      {({ id, describedBy }) => (
        <WordsBox
          words={interests}
          kind="plain"
          removeLabel={(interest) => `删除兴趣${interest}`}
          onRemove={remove}
          invalid={error !== undefined}
          disabled={disabled}
        >
          <input
            ref={input}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            autoComplete="off"
            enterKeyHint="done"
            placeholder={full ? '已经满了' : '输入后按回车添加'}
            value={typed}
            disabled={disabled}
            onChange={({ target }) => {
              onType(target.value)
              onFault(null)
            }}
            onKeyDown={press}
            onBlur={add}
          />
          <button
            type="button"
            className={classes.add}
            disabled={disabled || !typed.trim()}
            // Leaving the field adds already; this keeps the focus in it for the next one.
            onMouseDown={(event) => event.preventDefault()}
            onClick={add}
          >
            添加
          </button>
        </WordsBox>
      )}
    </FieldBox>
  )
}
