import { useRef } from 'react'
import { FieldBox } from '#ui/FieldBox.tsx'
import classes from './MbtiPicker.module.css'
import { MbtiWheel } from './MbtiWheel.tsx'
import { DIMENSIONS, letterAt, withLetter } from './mbti.ts'

type Props = {
  /** Four letters, '' for none; `-` where one is open (mbti.ts). */
  value: string
  error?: string | undefined
  disabled?: boolean
  onChange: (mbti: string) => void
}

/** Four wheels side by side, one for each letter of the type. */
export function MbtiPicker({ value, error, disabled = false, onChange }: Props) {
  const wheels = useRef<HTMLDivElement>(null)
  function clearAll() {
    onChange('')
    // The button goes; the focus must not go with it.
    wheels.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
  }
  const clear = value !== '' && (
    <button type="button" className={classes.clear} disabled={disabled} onClick={clearAll}>
      清空
    </button>
  )
  return (
    <FieldBox field="mbti" label="MBTI" aside={clear} error={error} group>
      <div ref={wheels} className={classes.wheels} data-error={error ? true : undefined}>
        {DIMENSIONS.map((dimension, index) => (
          <MbtiWheel
            key={dimension.name}
            dimension={dimension}
            value={letterAt(value, index)}
            disabled={disabled}
            onChange={(letter) => onChange(withLetter(value, index, letter))}
          />
        ))}
      </div>
    </FieldBox>
  )
}
