/**
 * Answers that the server put into the page for its first screen (the server's `platform/http/page.ts`): each saves a
 * guest one round trip, once and soon. Whoever is signed in asks anew, since the page was made for nobody in particular.
 */
import { API_PREFIX } from '@shiliu/contract/limits'
import { userSession } from './session.ts'

/** The first screen is drawn by then, or asks for itself: what is asked for later must be true later. */
const KEPT_MS = 30_000

const answers = new Map<string, unknown>()
let loadedAt = 0

/** Takes over what the page brought: the text of its `#first-screen` element. */
export function loadFirstScreen(text: string | null | undefined): void {
  if (!text || userSession.get()) return
  loadedAt = Date.now()
  for (const [key, data] of Object.entries(JSON.parse(text) as Record<string, unknown>)) answers.set(key, data)
}

/** As the server spells it: without `/api`, query fields by name. */
function spelling(address: string): string {
  const [path = '', query = ''] = address.slice(API_PREFIX.length).split('?')
  const fields = new URLSearchParams(query)
  fields.sort()
  return fields.size > 0 ? `${path}?${fields}` : path
}

/** The answer to a guest's GET of this address, taken out of the page; undefined where it has to be asked for. */
export function takeFirstAnswer(address: string): unknown {
  if (Date.now() - loadedAt > KEPT_MS) answers.clear()
  const key = spelling(address)
  const data = answers.get(key)
  answers.delete(key)
  return data
}
