import { useState } from 'react'
import { readItem, writeItem } from '#api/storage.ts'
import type { Column, Reading } from '../define-resource.ts'
import { type ColumnChoice, choose, isShown, readChoice, shownColumns } from './column-choice.ts'

export type Columns = ReturnType<typeof useColumns>

/** A table's columns as somebody chose them, remembered in this browser. */
export function useColumns({ path, columns }: Reading) {
  const key = `admin_columns_${path}`
  const [choice, setChoice] = useState(() => readChoice(readItem(key)))

  function change(next: ColumnChoice) {
    setChoice(next)
    writeItem(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
  }

  return {
    shown: shownColumns(columns, choice),
    options: columns.map((column, index) => ({
      column,
      shown: isShown(column, index, choice),
      fixed: index === 0,
    })),
    toggle: (column: Column, seen: boolean) => change(choose(column, seen, choice)),
    /** null where nothing was chosen. */
    reset: Object.keys(choice).length > 0 ? () => change({}) : null,
  }
}
