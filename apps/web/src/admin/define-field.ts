/** The fields of the back office's forms: what each kind holds, and what it needs to be told (spec section 5 «Admin»). */
import type { Rule } from '@shiliu/contract/rules'
import type { Uploader } from '#entities/picture/uploader.ts'

/** `value` is what the address and the API carry. */
export type Option = { value: string; label: string }

/** What is held while the form is open. */
export type Held = {
  text: string
  password: string
  /** Digits, or nothing. */
  number: string
  /** Somebody by number or 小石榴号. */
  person: string
  /** In the stored form (contract/rich-text.ts), pictures behind the text. */
  rich: string
  select: string
  category: string
  choice: string
  mbti: string
  flag: boolean
  tags: readonly string[]
  interests: { chosen: readonly string[]; typed: string }
  /** The picture is cut out and not sent yet; it will take the address's place. */
  avatar: { url: string; picture: Blob | null }
  pictures: Uploader
}

type Options = {
  text: { max?: number }
  password: object
  number: { min: number }
  person: object
  /** `blank` is what the server keeps where nothing is written. */
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

export type Kind = keyof Held

export type FieldOf<K extends Kind> = {
  name: string
  label: string
  kind: K
  required?: boolean
  /** Name of a flag that, set, leaves it to the writer: a draft may lack what a note may not. */
  optionalIf?: string
  /** What is wrong with the text typed, in the contract's words; an empty one is wrong only where it is required. */
  rule?: Rule
  /** Asked for in one of the two forms only. */
  on?: 'create' | 'update'
  /** Shown in both forms, but decided for good when the record is created. */
  fixed?: boolean
  /** Field of the row that tells who or what its number stands for. */
  told?: string
  placeholder?: string
  hint?: string
} & Options[K]

export type Field = { [K in Kind]: FieldOf<K> }[Kind]
