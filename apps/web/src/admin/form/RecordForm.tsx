import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cancelWaiting } from '#data/patience.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import type { ControlProps, Field, FieldOf, Kind } from '../define-field.ts'
import type { EditableResource } from '../define-resource.ts'
import { FormField } from './FormField.tsx'
import { type FormStore, fieldValue, resolveRequired, validate } from './form-store.ts'
import classes from './RecordForm.module.css'
import { RECORD_STEP, useSave } from './use-save.ts'

type Props = {
  resource: EditableResource
  form: FormStore
  /** Shown above the fields. */
  problem: ReactNode
  /** Which of two versions counts has to be decided before it can be saved. */
  undecided: boolean
  onConflict: () => void
  onGone: () => void
  onSaving: (saving: boolean) => void
  onClose: () => void
  /** Saved. */
  onDone: () => void
}

const AUTO_FOCUS = new Set<Kind>(['text', 'password', 'number', 'person', 'select', 'category', 'rich'])

/** The form of a record, with a control per field. Validates with the contract's rules before it saves. */
export function RecordForm({ resource, form, problem, undecided, onSaving, onClose, onDone, ...on }: Props) {
  const { fields, row } = form
  const root = useRef<HTMLFormElement>(null)
  const values = form.values.use()
  const [errors, setErrors] = useState<Record<string, string>>({})
  /** An error that concerns no single field. */
  const [formError, setFormError] = useState<string | null>(null)
  /** Where to scroll and focus after rendering; a new object each time. */
  const [target, setTarget] = useState<{ name: string } | null>(null)
  const save = useSave({
    resource,
    form,
    onSaved: onDone,
    onGone: on.onGone,
    onFieldError: (name, message) => showErrors({ [name]: message }),
    onConflict: on.onConflict,
    onFormError: showFormError,
  })
  const busy = save.isPending

  const first = fields.find((field) => AUTO_FOCUS.has(field.kind) && !(field.fixed && row))?.name
  // The form appears after the dialog has opened, and again after a reload: the dialog's autofocus misses both.
  useEffect(() => {
    if (first) focusField(root.current, first)
  }, [first])
  useEffect(() => onSaving(busy), [onSaving, busy])
  useEffect(() => () => cancelWaiting(RECORD_STEP), [])
  useEffect(() => {
    if (!target) return
    fieldElement(root.current, target.name)?.scrollIntoView({ block: 'center' })
    focusField(root.current, target.name)
  }, [target])

  function showErrors(found: Record<string, string>): boolean {
    setErrors(found)
    const first = fields.find(({ name }) => found[name])
    if (first) setTarget({ name: first.name })
    return !first
  }

  const clearError = (name: string) => setErrors(({ [name]: _, ...others }) => others)

  function showFormError(message: string) {
    setFormError(message)
    setTarget({ name: FORM_ERROR })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || undecided) return
    setFormError(null)
    if (showErrors(validate(fields, form.values.get()))) save.mutate()
  }

  function controlProps<K extends Kind>(field: FieldOf<K>): ControlProps<K> {
    const { name, fixed = false, nameField = '' } = field
    const setError = (message: string | null) =>
      message === null ? clearError(name) : setErrors((before) => ({ ...before, [name]: message }))
    return {
      field: resolveRequired(field, values),
      value: fieldValue(field, values),
      error: errors[name],
      readOnly: fixed && row !== null,
      storedName: String((row && Reflect.get(row, nameField)) ?? ''),
      autoFocus: name === first,
      onChange(next) {
        form.put(name, typeof next === 'function' ? next(fieldValue(field, form.values.get())) : next)
        setError(null)
        // This flag may make other fields optional.
        for (const { name: other, optionalIf } of fields) if (optionalIf === name) clearError(other)
      },
      onError: setError,
    }
  }

  const render = (field: Field) => <FormField key={field.name} {...controlProps<Kind>(field)} />

  return (
    <form ref={root} className={classes.form} onSubmit={submit} noValidate aria-label={resource.noun}>
      {problem}
      {fields.map(render)}
      {resource.Preview && <resource.Preview values={values} />}
      <ActionBar>
        <WaitingLine name={RECORD_STEP} />
        <p data-field={FORM_ERROR} role="alert">
          {formError}
        </p>
        <Button variant="plain" size="lg" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={busy} disabled={undecided}>
          {row ? '更新' : '创建'}
        </Button>
      </ActionBar>
    </form>
  )
}

const FORM_ERROR = 'form-error'
const INVALID = '[aria-invalid="true"]'
const FOCUSABLE = 'input:not([hidden]), select, textarea, [contenteditable="true"], [tabindex="0"], button'

const fieldElement = (form: HTMLElement | null, name: string) =>
  form?.querySelector<HTMLElement>(`[data-field="${name}"]`)

/** Focuses the invalid control of a field, else its first control, else the field itself. */
function focusField(form: HTMLElement | null, name: string) {
  const field = fieldElement(form, name)
  if (!field) return
  const control = field.querySelector<HTMLElement>(INVALID) ?? field.querySelector<HTMLElement>(FOCUSABLE)
  if (!control) field.tabIndex = -1
  const target = control ?? field
  target.focus({ preventScroll: true })
}
