import { type FormEvent, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { useFields } from '#ui/use-fields.ts'
import type { Resource, Row } from '../define-resource.ts'
import { FormField } from './FormField.tsx'
import { faultsOf, fieldsFor, valuesOf } from './form-values.ts'
import classes from './RecordForm.module.css'
import { useSave } from './use-save.ts'

type Props = { resource: Resource; row: Row | null; onClose: () => void }

/** One field per line of the definition; checked by the contract's rules before the server is asked. */
export function RecordForm({ resource, row, onClose }: Props) {
  const fields = fieldsFor(resource.fields, row ? 'update' : 'create')
  const form = useRef<HTMLFormElement>(null)
  const { values, field: control, accept, setError } = useFields(valuesOf(fields, row))
  const save = useSave({ resource, row, fields, onSaved: onClose, onFault: showFault })

  function showFault(name: string, message: string) {
    setError(name, message)
    focus(name)
  }

  function focus(name: string | undefined) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const faults = faultsOf(fields, values)
    if (accept(faults)) save.mutate(values)
    else focus(fields.find(({ name }) => faults[name])?.name)
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {fields.map((field, index) => (
        <FormField
          key={field.name}
          {...control(field.name)}
          field={field}
          value={values[field.name] ?? ''}
          autoFocus={index === 0}
        />
      ))}
      <div className={classes.actions}>
        <Button variant="plain" size="lg" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={save.isPending}>
          {row ? '更新' : '创建'}
        </Button>
      </div>
    </form>
  )
}
