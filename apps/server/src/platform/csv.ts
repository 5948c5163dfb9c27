/** Tables as files that spreadsheet programs open: UTF-8 with BOM, CRLF, formulas made harmless. */

/** Excel takes a file without it for the local encoding. */
export const BOM = '\ufeff'

/** One line, its end included. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  const text = textOf(value)
  // A text that a program would compute is shown as it is; numbers of ours may begin with a minus.
  const harmless = typeof value !== 'number' && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n\t;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Lists show their items, which are called by their names where they have one. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(itemText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : textOf(item)
}
