/** Without it Excel assumes the local encoding. */
export const BOM = '\ufeff'

/** What spreadsheets evaluate: signs of any width, also behind what they leave out. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠−﹢﹣﹦﹫]|^[\t\r\n]/u

/** One line of a CSV file, with its line break. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  const text = textOf(value)
  // Numbers are ours and may start with a minus.
  const harmless = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n\t;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(itemText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : textOf(item)
}
