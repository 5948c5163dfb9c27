const WRONG = '[aria-invalid="true"]'
const ANY = 'input:not([hidden]), select, textarea, [contenteditable="true"], [tabindex="0"], button'

const placeOf = (form: HTMLElement | null, name: string) => form?.querySelector<HTMLElement>(`[data-place="${name}"]`)

/** The focus goes into a place of the form: to what is wrong there, else to its control, else to the place itself. */
export function focusField(form: HTMLElement | null, name: string) {
  const place = placeOf(form, name)
  if (!place) return
  const control = place.querySelector<HTMLElement>(WRONG) ?? place.querySelector<HTMLElement>(ANY)
  if (!control) place.tabIndex = -1
  const target = control ?? place
  target.focus({ preventScroll: true })
}

/** Leads to the place of a form that has to be put right. */
export function goToField(form: HTMLElement | null, name: string) {
  placeOf(form, name)?.scrollIntoView({ block: 'center' })
  focusField(form, name)
}
