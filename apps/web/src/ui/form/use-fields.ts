import { useCallback, useState } from 'react'

type Errors<Name extends string> = Partial<Record<Name, string | null>>

/** The text fields of a form with an error each; editing a field clears its error. */
export function useFields<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors<Name>>({})

  const setError = useCallback((name: Name, message: string | null) => {
    setErrors((current) => ({ ...current, [name]: message }))
  }, [])

  function field(name: Name) {
    return {
      name,
      value: values[name],
      error: errors[name],
      onChange(value: string) {
        setValues((current) => ({ ...current, [name]: value }))
        setError(name, null)
      },
    }
  }

  /** Shows the errors found; true when there are none. */
  function accept(found: Errors<Name>): boolean {
    setErrors(found)
    return Object.values(found).every((message) => !message)
  }

  const names = Object.keys(values) as Name[]
  return {
    values,
    field,
    setError,
    accept,
    has: (name: string): name is Name => names.includes(name as Name),
    filled: names.every((name) => values[name] !== ''),
    valid: names.every((name) => !errors[name]),
  }
}
