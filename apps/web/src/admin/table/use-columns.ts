import { useState } from 'react'
import { readItem, writeItem } from '#api/storage.ts'
import type { Column, Resource } from '../define-resource.ts'

/** Visibility by key, for the columns that differ from their definition. */
type ColumnChoice = Readonly<Record<string, boolean>>

export type Columns = ReturnType<typeof useColumns>

/** A table's columns and their visibility, stored in this browser. */
export function useColumns({ path, columns }: Resource) {
  const key = `admin_columns_${path}`
  const [choice, setChoice] = useState(() => parseChoice(readItem(key)))

  function change(next: ColumnChoice) {
    setChoice(next)
    writeItem(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
  }

  return {
    visible: visibleColumns(columns, choice),
    options: columns.map((column, index) => ({
      column,
      visible: isVisible(column, index, choice),
      fixed: index === 0,
    })),
    toggle: (column: Column, visible: boolean) => change(choose(column, visible, choice)),
    /** null if nothing differs from the definition. */
    reset: Object.keys(choice).length > 0 ? () => change({}) : null,
  }
}

/** Parses the stored choice; anything invalid is an empty choice. */
export function parseChoice(text: string | null): ColumnChoice {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, visible]) => typeof visible === 'boolean'))
  } catch {
    return {}
  }
}

function isVisible(column: Column, index: number, choice: ColumnChoice): boolean {
  return index === 0 || (choice[column.key] ?? !column.hidden)
}

/** The visible columns in order. The first column identifies the row and is always visible. */
export function visibleColumns(columns: readonly Column[], choice: ColumnChoice): readonly Column[] {
  return columns.filter((column, index) => isVisible(column, index, choice))
}

/** Stores only what differs from the definition, so that a changed definition takes effect. */
export function choose({ key, hidden }: Column, visible: boolean, choice: ColumnChoice): ColumnChoice {
  const { [key]: _, ...others } = choice
  return visible === !hidden ? others : { ...others, [key]: visible }
}
