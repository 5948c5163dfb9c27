/** Which columns of a table somebody wants to see, where that differs from how the resource is defined. */
import type { Column } from '../define-resource.ts'

/** Seen or not, by key. */
export type ColumnChoice = Readonly<Record<string, boolean>>

/** What was remembered; whatever is not a choice is none. */
export function readChoice(text: string | null): ColumnChoice {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, seen]) => typeof seen === 'boolean'))
  } catch {
    return {}
  }
}

export function isShown(column: Column, index: number, choice: ColumnChoice): boolean {
  return index === 0 || (choice[column.key] ?? !column.aside)
}

/** The columns in their order; the first one names the row and is always among them. */
export function shownColumns(columns: readonly Column[], choice: ColumnChoice): readonly Column[] {
  return columns.filter((column, index) => isShown(column, index, choice))
}

/** What goes without saying is not remembered, so that it can change with the definition. */
export function choose({ key, aside }: Column, seen: boolean, choice: ColumnChoice): ColumnChoice {
  const { [key]: _, ...others } = choice
  return seen === !aside ? others : { ...others, [key]: seen }
}
