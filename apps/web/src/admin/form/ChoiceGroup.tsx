import classes from './ChoiceGroup.module.css'

type Props<V> = {
  legend: string
  /** Of the radio buttons; unique in the form. */
  name: string
  choices: readonly (readonly [label: string, value: V])[]
  value: V
  disabled?: boolean
  /** Has the focus when its dialog opens. */
  autoFocus?: boolean
  onChange: (value: V) => void
}

/** Radio buttons as pills, all in sight. */
export function ChoiceGroup<V>({ legend, name, choices, value, disabled, autoFocus = false, onChange }: Props<V>) {
  return (
    <fieldset className={classes.choices} disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map(([label, choice], i) => (
        <label key={label} data-checked={value === choice || undefined}>
          <input
            type="radio"
            name={name}
            checked={value === choice}
            data-autofocus={(autoFocus && i === 0) || undefined}
            onChange={() => onChange(choice)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

type ReasonProps = {
  legend: string
  reasons: readonly string[]
  value: string
  disabled?: boolean
  autoFocus?: boolean
  onChange: (reason: string) => void
}

/** The canned reasons, which are their own labels; a text field beside it takes any other. */
export function ReasonChoices({ reasons, ...props }: ReasonProps) {
  return <ChoiceGroup name="reason" choices={reasons.map((reason) => [reason, reason])} {...props} />
}

type CheckProps = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

/** A checkbox on a line of its own. */
export function CheckLine({ label, checked, disabled, onChange }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
