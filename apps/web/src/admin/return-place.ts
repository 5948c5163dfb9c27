/**
 * Where somebody was in the back office when the session ended: the page with its filters, and the form that was open.
 * Kept until the tab is closed, so that a reload finds it, too. What was typed is kept by the form (form/use-record-form.ts).
 */

const PLACE = 'adminPlace'
const FORM = 'adminForm'

/** `id` is null for a new record. */
export type OpenForm = { resource: string; id: number | null }

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null) {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Without storage one starts over at the first page.
  }
}

export function keepPlace(address: string) {
  write(PLACE, address)
}

/** The address to go on at, an own one in any case; null without one. */
export function keptPlace(): string | null {
  const address = read(PLACE)
  return address?.startsWith('/admin/') && !address.startsWith('/admin/login') ? address : null
}

export function keepOpenForm(form: OpenForm) {
  write(FORM, JSON.stringify(form))
}

export function forgetOpenForm() {
  write(FORM, null)
}

/** The form of this resource that was open when the page or the session ended; null without one. */
export function keptOpenForm(resource: string): OpenForm | null {
  try {
    const form: OpenForm | null = JSON.parse(read(FORM) ?? 'null')
    return form?.resource === resource && (form.id === null || Number.isInteger(form.id)) ? form : null
  } catch {
    return null
  }
}

/** Whoever signs out on purpose starts anew. */
export function forgetPlace() {
  write(PLACE, null)
  write(FORM, null)
}
