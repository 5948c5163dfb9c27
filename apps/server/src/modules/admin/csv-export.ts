import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import { BOM, csvLine } from '#platform/csv.ts'
import type { Download } from '#platform/http/download.ts'
import { type ReadableResource, type Row, resourceName } from './resource.ts'

/** Fields that only the table needs. */
const OMITTED_FIELDS = new Set(['version', 'cover'])

/** Exported rows as a CSV file: the contract's fields, headed by their descriptions, with rich text as plain text. */
export function toCsv(
  resource: ReadableResource,
  { total, batches }: { total: number; batches: AsyncIterable<Row[]> },
): Download {
  const { api, richTextFields = [] } = resource
  const columns = Object.entries(api.export.output?.shape ?? {}).filter(([key]) => !OMITTED_FIELDS.has(key))
  const headings = columns.map(([key, { description }]) => description ?? key)
  function cell(row: Row, key: string): unknown {
    const value: unknown = Reflect.get(row, key)
    return richTextFields.includes(key) && typeof value === 'string' ? textWithPictures(parseRichText(value)) : value
  }
  async function* text() {
    yield BOM + csvLine(headings)
    for await (const rows of batches) {
      yield rows.map((row) => csvLine(columns.map(([key]) => cell(row, key)))).join('')
    }
  }
  return { name: `${resourceName(resource)}.csv`, total, text: text() }
}
