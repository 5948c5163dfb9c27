import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import { z } from 'zod'
import { localTime } from '#platform/clock.ts'
import { BOM, csvLine } from '#platform/csv.ts'
import { AppError } from '#platform/errors.ts'
import type { Download } from '#platform/http/download.ts'
import { type ReadableResource, type Row, resourceName } from './resource.ts'

/** Fields that only the table needs. */
const OMITTED_FIELDS = new Set(['version', 'cover'])

/** Each export reads the whole table. */
const MAX_EXPORTS = 2
const RETRY_AFTER = 30

export type ExportSlots = {
  /** Throws `too_many_requests` while too many exports run. */
  require(): void
  /** Counts as a running export from the first batch that is asked for until the last, or until nobody reads on. */
  during<T>(batches: AsyncIterable<T>): AsyncIterable<T>
}

export function exportSlots(): ExportSlots {
  let running = 0
  return {
    require() {
      if (running >= MAX_EXPORTS) throw new AppError('exports_running', { retryAfter: RETRY_AFTER })
    },
    async *during(batches) {
      running++
      try {
        yield* batches
      } finally {
        running--
      }
    },
  }
}

type Options = { total: number; batches: AsyncIterable<Row[]>; timeZone: string }

/** Exported rows as a CSV file, with the table's headings and words, times in the site's zone, rich text as plain. */
export function toCsv(resource: ReadableResource, { total, batches, timeZone }: Options): Download {
  const { api, richTextFields = [] } = resource
  const format = localTime(timeZone)
  const columns = Object.entries(api.export.output?.shape ?? {})
    .filter(([key]) => !OMITTED_FIELDS.has(key))
    .map(([key, schema]) => columnOf(key, schema, richTextFields.includes(key), format))
  async function* text() {
    yield BOM + csvLine(columns.map(({ heading }) => heading))
    for await (const rows of batches) {
      yield rows.map((row) => csvLine(columns.map(({ key, show }) => show(Reflect.get(row, key))))).join('')
    }
  }
  return { name: `${resourceName(resource)}.csv`, total, text: text() }
}

type CsvColumn = { key: string; heading: string; show(value: unknown): unknown }

/** The heading is the description of the contract's field up to the list of its codes. */
function columnOf(key: string, schema: z.ZodType, isRich: boolean, format: (iso: string) => string): CsvColumn {
  const { words, format: jsonFormat } = metaOf(schema)
  const show = (value: unknown): unknown => {
    if (value === null || value === undefined) return value
    if (isRich) return textWithPictures(parseRichText(String(value)))
    if (jsonFormat === 'date-time') return format(String(value))
    return words ? (words[String(value)] ?? value) : value
  }
  return { key, heading: schema.description?.split('：')[0] ?? key, show }
}

type Meta = { words?: Record<string, string>; format?: string }

function metaOf(schema: z.ZodType): Meta {
  const inner =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? metaOf(schema.unwrap() as z.ZodType) : {}
  return { ...inner, ...(z.globalRegistry.get(schema) as Meta | undefined) }
}
