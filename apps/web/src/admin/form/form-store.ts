/** State of a record form, outside React: values from a row, the request body, validation errors, unsaved changes. */
import { createStore } from '#ui/state/store.ts'
import type { Field, FieldOf, FieldValue, Kind } from '../define-field.ts'
import type { EditableResource, Row } from '../define-resource.ts'
import { accountParam, type Codec, codecs } from './codecs.ts'

type Purpose = 'create' | 'update'
type FormValues = Readonly<Record<string, FieldValue[Kind]>>

/** What was typed, as JSON: the changed fields, and the version of the record that they were typed into. */
export type Typed = { version: string | null; values: Record<string, unknown> }

/** A field whose value here differs from the record's, in words. `changed` is false where only the record changed. */
export type Difference = { name: string; label: string; theirs: string; mine: string; changed: boolean }

export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore(resource: EditableResource, initialRow: Row | null) {
  let row = initialRow
  const purpose: Purpose = row ? 'update' : 'create'
  const fields = fieldsFor(resource.fields, purpose)
  const values = createStore(initialValues(fields, row))
  let before = fingerprints(fields, values.get())
  const changed = () => {
    const now = fingerprints(fields, values.get())
    return fields.filter(({ name }) => now[name] !== before[name])
  }
  const put = (name: string, value: FieldValue[Kind]) => values.set({ ...values.get(), [name]: value })

  return {
    get row() {
      return row
    },
    purpose,
    fields,
    values,
    put,
    /** Calls `listener` after each change, also of pictures, which are states of their own. */
    onChange(listener: () => void): () => void {
      const watchPictures = () =>
        fields.flatMap((field) =>
          field.kind === 'pictures' ? fieldValue(field, values.get()).subscribe(listener) : [],
        )
      let pictures = watchPictures()
      const unwatch = () => {
        for (const stop of pictures) stop()
      }
      const stop = values.subscribe(() => {
        unwatch()
        pictures = watchPictures()
        listener()
      })
      return () => {
        stop()
        unwatch()
      }
    },
    dirty: () => changed().length > 0,
    /** All fields of a new record, else required and changed ones: an unchanged counter is not written back. */
    body() {
      const touched = changed()
      return toBody(
        row ? fields.filter((field) => field.required || touched.includes(field)) : fields,
        values.get(),
        purpose,
      )
    },
    /** null where nothing was typed. */
    typed(): Typed | null {
      const touched = changed()
      return touched.length > 0 ? { version: row?.version ?? null, values: stored(touched, values.get()) } : null
    },
    /** Everything that the form holds, to go on with in another one. */
    everything: (): Typed => ({ version: null, values: stored(fields, values.get()) }),
    /** Puts in what was typed; fields that are unknown or not as they should be keep their value. */
    restore(typed: Typed) {
      for (const field of fields) {
        const value = field.name in typed.values ? restored<Kind>(field, typed.values[field.name]) : null
        if (value === null) continue
        if (field.kind === 'pictures') fieldValue(field, values.get()).dispose()
        put(field.name, value)
      }
    },
    /** How this form differs from another state of its record. */
    differencesFrom(theirRow: Row): Difference[] {
      const theirs = initialValues(fields, theirRow)
      const [their, own] = [fingerprints(fields, theirs), fingerprints(fields, values.get())]
      return fields
        .filter((field) => their[field.name] !== own[field.name] && field.kind !== 'password')
        .map((field) => ({
          name: field.name,
          label: field.label,
          theirs: described<Kind>(field, theirs),
          mine: described<Kind>(field, values.get()),
          changed: own[field.name] !== before[field.name],
        }))
    },
    /** Goes on from the record as it is now: what was changed here stays, everything else is the record's. */
    rebase(theirRow: Row) {
      const touched = new Set(changed().map(({ name }) => name))
      const theirs = initialValues(fields, theirRow)
      row = theirRow
      before = fingerprints(fields, theirs)
      for (const field of fields) {
        if (touched.has(field.name)) continue
        if (field.kind === 'pictures') fieldValue(field, values.get()).dispose()
        put(field.name, fieldValue<Kind>(field, theirs))
      }
    },
    dispose() {
      for (const field of fields) if (field.kind === 'pictures') fieldValue(field, values.get()).dispose()
    },
  }
}

export function fieldsFor(fields: readonly Field[], purpose: Purpose): readonly Field[] {
  return fields.filter((field) => !field.on || field.on === purpose)
}

/** null for what is no copy of a form. */
export function readTyped(stored: unknown): Typed | null {
  const { version, values } = (stored ?? {}) as Record<string, unknown>
  const valid = (version === null || typeof version === 'string') && typeof values === 'object' && values !== null
  return valid ? { version, values: values as Record<string, unknown> } : null
}

const codecOf = <K extends Kind>({ kind }: FieldOf<K>): Codec<K> => codecs[kind]

/** The value of a field; the cast is safe because values are made from the form's own fields. */
export function fieldValue<K extends Kind>({ name }: FieldOf<K>, values: FormValues): FieldValue[K] {
  return values[name] as FieldValue[K]
}

const parse = <K extends Kind>(field: FieldOf<K>, row: Row | null) =>
  codecOf(field).parse(row ? Reflect.get(row, field.name) : undefined, field)
const bodyPart = <K extends Kind>(field: FieldOf<K>, values: FormValues) =>
  codecOf(field).toBody(fieldValue(field, values), field)
const errorOf = <K extends Kind>(field: FieldOf<K>, values: FormValues) =>
  codecOf(field).validate(fieldValue(field, values), field)
const restored = <K extends Kind>(field: FieldOf<K>, value: unknown) => codecOf(field).restore(value, field)
const described = <K extends Kind>(field: FieldOf<K>, values: FormValues) =>
  codecOf(field).describe(fieldValue(field, values), field)

function comparable<K extends Kind>(field: FieldOf<K>, values: FormValues): unknown {
  const value = fieldValue(field, values)
  return codecOf(field).comparable?.(value) ?? value
}

function storedValue<K extends Kind>(field: FieldOf<K>, values: FormValues): unknown {
  const value = fieldValue(field, values)
  const { store } = codecOf(field)
  return store ? store(value) : value
}

const stored = (fields: readonly Field[], values: FormValues) =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, storedValue<Kind>(field, values)] as const)
      .filter(([, value]) => value !== undefined),
  )

export function initialValues(fields: readonly Field[], row: Row | null): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, parse(field, row)]))
}

/** The request body of these fields; fields fixed on creation are left out of an update. */
export function toBody(fields: readonly Field[], values: FormValues, purpose: Purpose): Record<string, unknown> {
  const writable = fields.filter(({ fixed }) => !fixed || purpose === 'create')
  return Object.assign({}, ...writable.map((field) => bodyPart(field, values)))
}

/** The field with `required` resolved: a set flag may make it optional. */
export function resolveRequired<K extends Kind>(field: FieldOf<K>, values: FormValues): FieldOf<K> {
  const { optionalIf } = field
  return optionalIf !== undefined && values[optionalIf] === true ? { ...field, required: false } : field
}

/** Validation errors by field name, in the order of the fields. */
export function validate(fields: readonly Field[], values: FormValues): Record<string, string> {
  const errors = fields.map(
    (field) => [field.name, errorOf<Kind>(resolveRequired<Kind>(field, values), values)] as const,
  )
  return Object.fromEntries(errors.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** A string per field that changes with its content, to find changed fields. */
function fingerprints(fields: readonly Field[], values: FormValues): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field.name, JSON.stringify(comparable(field, values)) ?? '']))
}

/** Name of the form field that a field of the API's error refers to; null if none does. */
export function fieldOfError(fields: readonly Field[], name: string | undefined): string | null {
  const part = name?.split('.')[0]
  const match = fields.find(
    (field) => part === field.name || (field.kind === 'person' && part === accountParam(field.name)),
  )
  return match?.name ?? null
}
