/**
 * Where somebody was in the back office when the session ended: the page with its filters, and the form that was open.
 * Kept until the tab is closed, so that a reload finds it, too. What was typed is kept by the form
 * (form/use-record-form.ts).
 */
import { sessionItems } from '#api/storage.ts'

const PLACE = 'adminPlace'
const FORM = 'adminForm'

/** `id` is null for a new record. */
type OpenForm = { resource: string; id: number | null }

export function keepPlace(address: string) {
  sessionItems.write(PLACE, address)
}

/** The address to go on at, an own one in any case; null without one. */
export function keptPlace(): string | null {
  const address = sessionItems.read(PLACE)
  return address?.startsWith('/admin/') && !address.startsWith('/admin/login') ? address : null
}

export function keepOpenForm(form: OpenForm) {
  sessionItems.write(FORM, JSON.stringify(form))
}

export function forgetOpenForm() {
  sessionItems.write(FORM, null)
}

/** The form of this resource that was open when the page or the session ended; null without one. */
export function keptOpenForm(resource: string): OpenForm | null {
  try {
    const form: OpenForm | null = JSON.parse(sessionItems.read(FORM) ?? 'null')
    return form?.resource === resource && (form.id === null || Number.isInteger(form.id)) ? form : null
  } catch {
    return null
  }
}

/** Whoever signs out on purpose starts anew. */
export function forgetPlace() {
  sessionItems.write(PLACE, null)
  sessionItems.write(FORM, null)
}
