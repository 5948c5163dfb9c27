/** The cells of the back office's tables: what each kind can show, and what it needs to be told (spec section 2). */
import type { Profile } from '@shiliu/contract/users'

/** Which values a kind of cell can show. */
type Shown = {
  text: string | null
  /** Cut to `max` characters; the whole text opens above the page. */
  long: string | null
  /** Stored markup of notes and comments, cut likewise. */
  rich: string | null
  number: number | null
  date: string | null
  flag: 0 | 1 | boolean | null
  /** Codes that stand for words. */
  mapped: string | number
  /** Joined by commas. */
  list: readonly string[] | null
  /** Opens in the viewer. */
  image: string | null
  /** How many, and the first; all of them open above the page. */
  images: readonly string[]
  tags: readonly { id: number; name: string }[]
  /** Leads to a person's page, whose card opens beside it. */
  user: string | number
  /** Leads to a note, or to a comment below it. */
  note: string | number | null
}

type Place<R> = {
  /** The note to open; null leads nowhere. */
  post(row: R): number | null
  /** The comment to show there. */
  comment?(row: R): number | null
}

type CellOptions<R> = {
  text: object
  long: { max?: number }
  rich: { max?: number } & Partial<Place<R>>
  number: object
  date: object
  /** Words for true and false, 是 and 否 unless given; `lit` is the one that is as it should be, true unless given. */
  flag: { words?: readonly [yes: string, no: string]; lit?: boolean }
  mapped: { words: Readonly<Record<string, string>> }
  list: object
  image: { round?: boolean }
  /** `cover` is a smaller size of the first. */
  images: { cover?(row: R): string | null }
  tags: object
  /** `account` is the person's 小石榴号. */
  user: { account(row: R): string; max?: number; numeric?: boolean }
  note: Place<R> & { max?: number; numeric?: boolean }
}

type Kind = keyof Shown
type CellOf<R, K extends Kind> = { [Each in K]: { kind: Each } & CellOptions<R>[Each] }[K]

/** The cells that can show a value of type V. */
type CellFor<R, V> = CellOf<R, { [K in Kind]: V extends Shown[K] ? K : never }[Kind]>

export type Personality = Pick<Profile, 'gender' | 'zodiac_sign' | 'mbti' | 'education' | 'major' | 'interests'>
export type Change = { before: Record<string, unknown> | null; after: Record<string, unknown> | null; resource: string }

/** Cells that show several fields of a row at once. */
type Whole = {
  personality_tags: { kind: 'personality'; of: Personality }
  changed: { kind: 'change'; of: Change }
}
type WholeKey = keyof Whole

export type Cell<R> = CellOf<R, Kind> | { kind: Whole[WholeKey]['kind'] }

export type Heading<Key> = {
  key: Key
  label: string
  /** Only what the server orders by. */
  sortable?: boolean
  /** Told in the row's detail; a column of the table only once somebody chose it. */
  aside?: boolean
}

type Text<T> = keyof T & string

/** Columns of a row R, each with a kind that can show its values. */
export type ColumnOf<R> =
  | { [K in Text<R>]: Heading<K> & CellFor<R, R[K]> }[Text<R>]
  | { [K in WholeKey]: R extends Whole[K]['of'] ? Heading<K> & { kind: Whole[K]['kind'] } : never }[WholeKey]
