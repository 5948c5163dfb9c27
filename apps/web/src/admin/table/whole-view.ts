/** The value that is looked at whole, above the table: one at a time. */
import { createStore } from '#ui/store.ts'
import type { Column, Row } from '../define-resource.ts'

type WholeView = { column: Column; row: Row }

export const wholeView = createStore<WholeView | null>(null)
