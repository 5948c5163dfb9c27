import type { Column } from '../define-resource.ts'

/** Kinds that are never wider than they must be; texts share the room that is left. */
const TIGHT = new Set<Column['kind']>(['date', 'flag', 'mapped', 'image', 'images', 'tags'])

/** Numbers, and links that show one. */
export function isNumeric(column: Column): boolean {
  return column.kind === 'number' || ('numeric' in column && column.numeric === true)
}

/** How the cells of a column lie in the table, for its style sheet. */
export function cellOf(column: Column) {
  const numeric = isNumeric(column)
  return { 'data-numeric': numeric || undefined, 'data-tight': numeric || TIGHT.has(column.kind) || undefined }
}
