import { parseRichText, toldText } from '@shiliu/contract/rich-text'
import { BOM, csvLine } from '#platform/csv.ts'
import type { Download } from '#platform/http/download.ts'
import { nameOf, type Reading, type Row } from './resource.ts'

type Exported = { total: number; batches: AsyncIterable<Row[]> }

/** What a table needs and nobody reads. */
const SILENT = new Set(['version', 'cover'])

/**
 * The rows as a file. Its columns are what the contract names, headed by how the contract describes them; nobody reads
 * markup in a spreadsheet.
 */
export function csvOf(reading: Reading, { total, batches }: Exported): Download {
  const { api, rich = [] } = reading
  const columns = Object.entries(api.export.output?.shape ?? {}).filter(([key]) => !SILENT.has(key))
  const headings = columns.map(([key, { description }]) => description ?? key)
  function valueIn(row: Row, key: string): unknown {
    const value: unknown = Reflect.get(row, key)
    return rich.includes(key) && typeof value === 'string' ? toldText(parseRichText(value)) : value
  }
  async function* text() {
    yield BOM + csvLine(headings)
    for await (const rows of batches) {
      yield rows.map((row) => csvLine(columns.map(([key]) => valueIn(row, key)))).join('')
    }
  }
  return { name: `${nameOf(reading)}.csv`, total, text: text() }
}
