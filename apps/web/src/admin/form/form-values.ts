/** From a row to what the form shows, and from there to what the API takes. */
import type { Field, FieldOf, Held, Kind } from '../define-field.ts'
import type { Row } from '../define-resource.ts'
import { accountName, type Codec, codecs } from './codecs.ts'

type Purpose = 'create' | 'update'
type FormValues = Readonly<Record<string, Held[Kind]>>

export function fieldsFor(fields: readonly Field[], purpose: Purpose): readonly Field[] {
  return fields.filter((field) => !field.on || field.on === purpose)
}

const codecOf = <K extends Kind>({ kind }: FieldOf<K>): Codec<K> => codecs[kind]

/** What the field holds: the values of a form are made from its own fields, so the kind is the field's. */
export function heldIn<K extends Kind>({ name }: FieldOf<K>, values: FormValues): Held[K] {
  return values[name] as Held[K]
}

const open = <K extends Kind>(field: FieldOf<K>, row: Row | null) =>
  codecOf(field).open(row ? Reflect.get(row, field.name) : undefined, field)
const body = <K extends Kind>(field: FieldOf<K>, values: FormValues) =>
  codecOf(field).body(heldIn(field, values), field)
const fault = <K extends Kind>(field: FieldOf<K>, values: FormValues) =>
  codecOf(field).fault(heldIn(field, values), field)

function written<K extends Kind>(field: FieldOf<K>, values: FormValues): unknown {
  const held = heldIn(field, values)
  return codecOf(field).written?.(held) ?? held
}

/** The row's values, or what a new one starts with. */
export function valuesOf(fields: readonly Field[], row: Row | null): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, open(field, row)]))
}

/** What may be changed of a row, or all there is to say of a new one. */
export function bodyOf(fields: readonly Field[], values: FormValues, purpose: Purpose): Record<string, unknown> {
  const sent = fields.filter(({ fixed }) => !fixed || purpose === 'create')
  return Object.assign({}, ...sent.map((field) => body(field, values)))
}

/** The field as the others leave it: required, or not. */
export function asAsked<K extends Kind>(field: FieldOf<K>, values: FormValues): FieldOf<K> {
  const { optionalIf } = field
  return optionalIf !== undefined && values[optionalIf] === true ? { ...field, required: false } : field
}

/** What is wrong, by field, in their order. */
export function faultsOf(fields: readonly Field[], values: FormValues): Record<string, string> {
  const found = fields.map((field) => [field.name, fault<Kind>(asAsked<Kind>(field, values), values)] as const)
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** A text for each field by its name, the same for the same content: tells what was changed. */
export function writtenIn(fields: readonly Field[], values: FormValues): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field.name, JSON.stringify(written(field, values)) ?? '']))
}

/** Which field the server means by a name of the body; null where none of these. */
export function fieldNamed(fields: readonly Field[], name: string | undefined): string | null {
  const part = name?.split('.')[0]
  const meant = fields.find(
    (field) => part === field.name || (field.kind === 'person' && part === accountName(field.name)),
  )
  return meant?.name ?? null
}
