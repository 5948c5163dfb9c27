import { PROFILE } from '@shiliu/contract/limits'
import { type KeyboardEvent, useRef } from 'react'
import { FormField } from '#ui/form/FormField.tsx'
import { PillsField } from '#ui/form/PillsField.tsx'
import { isImeComposing } from '#ui/form/text-input.ts'
import classes from './InterestsField.module.css'
import { addInterest } from './interests.ts'

type Props = {
  interests: readonly string[]
  /** The text in the field, kept by the form so that saving can add it. */
  typed: string
  error?: string | undefined
  disabled?: boolean
  onChange: (interests: readonly string[]) => void
  onType: (typed: string) => void
  /** Receives the message about the added interest, or null. */
  onError: (message: string | null) => void
}

/** Interests as pills, and a field that adds one on Enter, blur and 添加. */
export function InterestsField(props: Props) {
  const { interests, typed, error, disabled = false, onChange, onType, onError } = props
  const input = useRef<HTMLInputElement>(null)
  const full = interests.length >= PROFILE.interestsMax

  function add() {
    const added = addInterest(interests, typed)
    if (added.interests !== interests) onChange(added.interests)
    onType(added.rest)
    onError(added.message)
  }
  function remove(interest: string) {
    onChange(interests.filter((other) => other !== interest))
    onError(null)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isImeComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && !typed) onChange(interests.slice(0, -1))
  }
  return (
    <FormField
      field="interests"
      label="兴趣爱好"
      aside={`最长${PROFILE.interestMax}个字，最多${PROFILE.interestsMax}个`}
      error={error}
    >
      {({ id, describedBy }) => (
        <PillsField
          values={interests}
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
              onError(null)
            }}
            onKeyDown={onKeyDown}
            onBlur={add}
          />
          <button
            type="button"
            className={classes.add}
            disabled={disabled || !typed.trim()}
            // Keeps the focus in the field, whose blur would add the interest already.
            onMouseDown={(event) => event.preventDefault()}
            onClick={add}
          >
            添加
          </button>
        </PillsField>
      )}
    </FormField>
  )
}
