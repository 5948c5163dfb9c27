import { useCallback, useRef, useState } from 'react'

type Errors<Name extends string> = Partial<Record<Name, string | null>>

/** The text fields of a form with an error each; editing a field clears its error. */
export function useFields<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<Name>>({})

  const inputs = useRef(new Map<Name, HTMLInputElement | null>())
  const names = Object.keys(values) as Name[]

  const setError = useCallback((name: Name, message: string | null) => {
    setErrors((current) => ({ ...current, [name]: message }))
  }, [])

  function field(name: Name) {
    return {
      name,
      ref: (input: HTMLInputElement | null) => void inputs.current.set(name, input),
      value: values[name],
      error: errors[name],
      onChange(value: string) {
        setValues((current) => ({ ...current, [name]: value }))
        setError(name, null)
      },
    }
  }

  /** Where the person goes on: the button that was pressed was off while it was sent, which lost the focus. */
  const focus = (name: Name) => inputs.current.get(name)?.focus()

  /** Shows the errors found and leads to the first; true when there are none. */
  function accept(found: Errors<Name>): boolean {
    setErrors(found)
    const first = names.find((name) => found[name])
    if (first) focus(first)
    return !first
  }

  /** Shows what the server says about a field. */
  function refuse(name: Name, message: string) {
    setError(name, message)
    focus(name)
  }

  return {
    values,
    field,
    setError,
    focus,
    accept,
    refuse,
    has: (name: string): name is Name => names.includes(name as Name),
    filled: names.every((name) => values[name] !== ''),
    valid: names.every((name) => !errors[name]),
  }
}
