import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { Field, FieldOf, Kind } from '../define-field.ts'
import type { Resource } from '../define-resource.ts'
import type { ControlProps } from './control.ts'
import { FormField } from './FormField.tsx'
import { asAsked, faultsOf, heldIn } from './form-values.ts'
import { focusField, goToField } from './go-to-field.ts'
import classes from './RecordForm.module.css'
import type { RecordSheet } from './record-sheet.ts'
import { useSave } from './use-save.ts'

type Props = {
  resource: Resource
  sheet: RecordSheet
  /** What was asked for once more is on its way. */
  reloading: boolean
  onReload: () => void
  onSaving: (saving: boolean) => void
  onClose: () => void
  /** There is nothing more to do here. */
  onDone: () => void
}

const CONFLICT = '这条记录刚被别人改过，这里的内容还没有保存。'

/** One field per line of the definition; checked by the contract's rules before the server is asked. */
export function RecordForm({ resource, sheet, reloading, onReload, onSaving, onClose, onDone }: Props) {
  const { fields, row } = sheet
  const root = useRef<HTMLFormElement>(null)
  const values = sheet.values.use()
  const [errors, setErrors] = useState<Record<string, string>>({})
  /** What is wrong with no field in particular. */
  const [trouble, setTrouble] = useState<{ message: string; conflict: boolean } | null>(null)
  /** Where to go once it is drawn: a new one each time. */
  const [goal, setGoal] = useState<{ name: string } | null>(null)
  const save = useSave({
    resource,
    sheet,
    onSaved: onDone,
    onGone: onDone,
    onFault: (name, message) => show({ [name]: message }),
    onConflict: () => refuse(CONFLICT, true),
    onRefused: (message) => refuse(message, false),
  })
  const busy = save.isPending

  const first = fields.find((field) => TYPED.has(field.kind) && !(field.fixed && row))?.name
  // A form that comes once its record is there, or anew, has missed the dialog's opening.
  useEffect(() => {
    if (first) focusField(root.current, first)
  }, [first])
  useEffect(() => onSaving(busy), [onSaving, busy])
  useEffect(() => {
    if (goal) goToField(root.current, goal.name)
  }, [goal])

  /** True when nothing is wrong; otherwise the first wrong field is gone to. */
  function show(found: Record<string, string>): boolean {
    setErrors(found)
    const first = fields.find(({ name }) => found[name])
    if (first) setGoal({ name: first.name })
    return !first
  }

  const clear = (name: string) => setErrors(({ [name]: _, ...others }) => others)

  function refuse(message: string, conflict: boolean) {
    setTrouble({ message, conflict })
    setGoal({ name: 'trouble' })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || reloading) return
    setTrouble(null)
    if (show(faultsOf(fields, sheet.values.get()))) save.mutate()
  }

  function controlOf<K extends Kind>(field: FieldOf<K>): ControlProps<K> {
    const { name, fixed = false, told = '' } = field
    const fault = (message: string | null) =>
      message === null ? clear(name) : setErrors((before) => ({ ...before, [name]: message }))
    return {
      field: asAsked(field, values),
      held: heldIn(field, values),
      error: errors[name],
      fixed: fixed && row !== null,
      told: String((row && Reflect.get(row, told)) ?? ''),
      autoFocus: name === first,
      onChange(next) {
        sheet.put(name, typeof next === 'function' ? next(heldIn(field, sheet.values.get())) : next)
        fault(null)
        // What was missing may now be left out.
        for (const { name: other, optionalIf } of fields) if (optionalIf === name) clear(other)
      },
      onFault: fault,
    }
  }

  const draw = (field: Field) => <FormField key={field.name} {...controlOf<Kind>(field)} />

  return (
    <form ref={root} className={classes.form} onSubmit={submit} noValidate aria-label={resource.noun}>
      {fields.map(draw)}
      <div className={classes.actions}>
        <div data-place="trouble" className={classes.trouble} role="alert">
          {trouble && <p>{trouble.message}</p>}
          {trouble?.conflict && (
            <Button size="sm" variant="plain" loading={reloading} onClick={onReload}>
              重新载入
            </Button>
          )}
        </div>
        <Button variant="plain" size="lg" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={busy}>
          {row ? '更新' : '创建'}
        </Button>
      </div>
    </form>
  )
}

/** Kinds whose control can take the focus as soon as it is there. */
const TYPED = new Set<Kind>(['text', 'password', 'number', 'person', 'select', 'category', 'rich'])
