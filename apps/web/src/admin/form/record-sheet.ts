/** What is being written of one record: its fields, and whether something would be lost. Outside React, to outlive a form. */
import { createStore } from '#ui/store.ts'
import type { Held, Kind } from '../define-field.ts'
import type { Resource, Row } from '../define-resource.ts'
import { bodyOf, fieldsFor, heldIn, valuesOf, writtenIn } from './form-values.ts'

export type RecordSheet = ReturnType<typeof createRecordSheet>

/** A sheet for a new record, or with a stored one on it. */
export function createRecordSheet(resource: Resource, row: Row | null) {
  const purpose = row ? 'update' : 'create'
  const fields = fieldsFor(resource.fields, purpose)
  const values = createStore(valuesOf(fields, row))
  const before = writtenIn(fields, values.get())
  const changed = () => {
    const now = writtenIn(fields, values.get())
    return fields.filter(({ name }) => now[name] !== before[name])
  }
  return {
    row,
    purpose,
    fields,
    values,
    put: (name: string, held: Held[Kind]) => values.set({ ...values.get(), [name]: held }),
    dirty: () => changed().length > 0,
    /**
     * All of a new record; of a stored one what was changed and what must not be missing from any: views go on meanwhile,
     * and a text that stands for none is not to become an empty one.
     */
    body() {
      const touched = changed()
      const said = row ? fields.filter((field) => field.required || touched.includes(field)) : fields
      return bodyOf(said, values.get(), purpose)
    },
    /** Calls off what is on its way. */
    dispose() {
      for (const field of fields) if (field.kind === 'pictures') heldIn(field, values.get()).dispose()
    },
  } as const
}
