/** The kinds of cells that a table column can have, with the values each shows and the options each needs. */
import type { Profile } from '@shiliu/contract/users'

type CellValues = {
  text: string | null
  /** Truncated to `max` characters; a dialog shows the full text. */
  longText: string | null
  /** Stored markup of notes and comments, truncated likewise. */
  rich: string | null
  number: number | null
  date: string | null
  flag: 0 | 1 | boolean | null
  /** Codes with a label each. */
  enum: string | number
  /** Joined by commas. */
  list: readonly string[] | null
  /** Opens in the viewer. */
  image: string | null
  /** The first picture and the number of pictures; a dialog shows all. */
  images: readonly string[]
  tags: readonly { id: number; name: string }[]
  /** Links to the user, with a hover card. */
  user: string | number
  /** Links to a note, or to a comment in it. */
  note: string | number | null
}

type NoteTarget<R> = {
  /** Id of the note; null means no link. */
  post(row: R): number | null
  /** Id of the comment to scroll to. */
  comment?(row: R): number | null
}

type CellOptions<R> = {
  text: object
  longText: { max?: number }
  rich: { max?: number } & Partial<NoteTarget<R>>
  /** `to` leads to the rows that it counts. */
  number: { to?(row: R): string | null }
  date: object
  /** Labels of true and false, 是 and 否 by default; `normal` is the value shown in green, true by default. */
  flag: { labels?: readonly [yes: string, no: string]; normal?: boolean }
  enum: { labels: Readonly<Record<string, string>> }
  list: object
  image: { round?: boolean }
  /** `cover` returns a smaller rendition of the first picture. */
  images: { cover?(row: R): string | null }
  tags: object
  /** `account` returns the user's 小石榴号, `id` the number. */
  user: { account(row: R): string; id(row: R): number; numeric?: boolean }
  note: NoteTarget<R> & { numeric?: boolean }
}

type Kind = keyof CellValues
type CellOf<R, K extends Kind> = { [Each in K]: { kind: Each } & CellOptions<R>[Each] }[K]

type CellFor<R, V> = CellOf<R, { [K in Kind]: V extends CellValues[K] ? K : never }[Kind]>

export type Personality = Pick<Profile, 'gender' | 'zodiac_sign' | 'mbti' | 'education' | 'major' | 'interests'>
export type Change = { before: Record<string, unknown> | null; after: Record<string, unknown> | null; resource: string }

/** Cells that combine several fields of a row. */
type CombinedCells = {
  personality_tags: { kind: 'personality'; of: Personality }
  changed: { kind: 'diff'; of: Change }
}
type CombinedKey = keyof CombinedCells

export type Cell<R> = CellOf<R, Kind> | { kind: CombinedCells[CombinedKey]['kind'] }

export type Heading<Key> = {
  key: Key
  label: string
  /** Only for fields that the server can sort by. */
  sortable?: boolean
  /** Shown in the row's details; in the table only once chosen in the column menu. */
  hidden?: boolean
}

type Text<T> = keyof T & string

/** Columns of a row R, each with a kind that can show its value. */
export type ColumnOf<R> =
  | { [K in Text<R>]: Heading<K> & CellFor<R, R[K]> }[Text<R>]
  | {
      [K in CombinedKey]: R extends CombinedCells[K]['of'] ? Heading<K> & { kind: CombinedCells[K]['kind'] } : never
    }[CombinedKey]

type Owned = { user_id: number; user_display_id: string; nickname: string }

/** Columns of the user that a row belongs to: id, 小石榴号 and, in the details, nickname. */
export const ownerColumns = [
  {
    key: 'user_id',
    label: '用户ID',
    kind: 'user',
    account: (row: Owned) => row.user_display_id,
    id: (row: Owned) => row.user_id,
    numeric: true,
  },
  {
    key: 'user_display_id',
    label: '小石榴号',
    kind: 'user',
    account: (row: Owned) => row.user_display_id,
    id: (row: Owned) => row.user_id,
  },
  { key: 'nickname', label: '昵称', kind: 'text', hidden: true },
] as const
