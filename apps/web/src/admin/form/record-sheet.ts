/** What is being written of one record: its fields, and whether something would be lost. Outside React, to outlive a form. */
import { createStore } from '#ui/store.ts'
import type { Held, Kind } from '../define-field.ts'
import type { Resource, Row } from '../define-resource.ts'
import { fieldsFor, heldIn, valuesOf, writtenIn } from './form-values.ts'

export type RecordSheet = ReturnType<typeof createRecordSheet>

/** A sheet for a new record, or with a stored one on it. */
export function createRecordSheet(resource: Resource, row: Row | null) {
  const purpose = row ? 'update' : 'create'
  const fields = fieldsFor(resource.fields, purpose)
  const values = createStore(valuesOf(fields, row))
  const written = () => writtenIn(fields, values.get())
  const before = written()
  return {
    row,
    purpose,
    fields,
    values,
    put: (name: string, held: Held[Kind]) => values.set({ ...values.get(), [name]: held }),
    dirty: () => written() !== before,
    /** Calls off what is on its way. */
    dispose() {
      for (const field of fields) if (field.kind === 'pictures') heldIn(field, values.get()).dispose()
    },
  } as const
}
