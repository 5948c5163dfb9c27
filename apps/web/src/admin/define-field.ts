/** The kinds of form fields, with the value each edits and the options each needs. */
import type { Rule } from '@shiliu/contract/rules'
import type { Uploader } from '#entities/picture/uploader.ts'

/** `value` is what address and API use. */
export type Option = { value: string; label: string }

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export const flagOptions = (yes: string, no: string): Option[] => [
  { value: '1', label: yes },
  { value: '0', label: no },
]

/** The filter of resources that have a trash. */
export const trashFilter = {
  name: 'state',
  label: '回收站',
  kind: 'select',
  options: [{ value: 'deleted', label: '只看回收站' }],
} as const

/** The filter of rows that are in the trash with an account. */
export const accountTrashFilter = {
  name: 'state',
  label: '回收站',
  kind: 'select',
  options: [{ value: 'deleted', label: '只看回收站里的账号' }],
} as const

export const person = {
  kind: 'person',
  required: true,
  hint: '数字ID，或小石榴号；小石榴号只有数字时在前面加 @',
} as const

/** What the form holds while it is open, by kind of field. */
export type FieldValue = {
  text: string
  password: string
  /** Digits, or nothing. */
  number: string
  /** As a browser's field for date and time holds it, in this browser's time zone. */
  time: string
  /** A user by numeric id or 小石榴号. */
  person: string
  /** Stored markup (contract/rich-text.ts); pictures follow the text. */
  rich: string
  select: string
  category: string
  choice: string
  mbti: string
  flag: boolean
  tags: readonly string[]
  interests: { chosen: readonly string[]; typed: string }
  /** A cropped picture is uploaded on save and then replaces the address. */
  avatar: { url: string; picture: Blob | null }
  pictures: Uploader
}

type Options = {
  text: { max?: number }
  password: object
  number: { min: number }
  time: object
  person: object
  /** `blank` is the text that the server stores for an empty field. */
  rich: { max: number; blank?: string }
  select: { options: readonly Option[]; initial?: string }
  category: object
  choice: { choices: readonly string[] }
  mbti: object
  flag: { initial: boolean }
  tags: object
  interests: object
  avatar: object
  pictures: object
}

export type Kind = keyof FieldValue

export type FieldOf<K extends Kind> = {
  name: string
  label: string
  kind: K
  required?: boolean
  /** Name of a flag that makes the field optional: a draft needs no title. */
  optionalIf?: string
  /** Validates typed text; applied to an empty one only where the field is required. */
  rule?: Rule
  /** Limits the field to one of the two forms. */
  on?: 'create' | 'update'
  /** Set on creation only; the update form shows it as text. */
  fixed?: boolean
  /** Field of the row that holds the name of the referenced record. */
  nameField?: string
  placeholder?: string
  hint?: string
} & Options[K]

export type Field = { [K in Kind]: FieldOf<K> }[Kind]

export type ControlProps<K extends Kind> = {
  field: FieldOf<K>
  value: FieldValue[K]
  error: string | undefined
  readOnly: boolean
  /** Name of the record that the stored id refers to, '' if unknown. */
  storedName: string
  autoFocus: boolean
  onChange: (value: FieldValue[K] | ((current: FieldValue[K]) => FieldValue[K])) => void
  /** Shows an error about something just picked or added; null clears it. */
  onError: (message: string | null) => void
}
