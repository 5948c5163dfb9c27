/** Responses that the server embedded in the page, which it renders for guests; each saves one round trip, once. */
import { API_PREFIX } from '@shiliu/contract/limits'
import { userSession } from './session.ts'

/** The first screen has used them by then; later requests need current data. */
const MAX_AGE_MS = 30_000

const responses = new Map<string, unknown>()
let loadedAt = 0

export function loadInitialData(text: string | null | undefined): void {
  if (!text || userSession.get()) return
  loadedAt = Date.now()
  for (const [key, data] of Object.entries(JSON.parse(text) as Record<string, unknown>)) responses.set(key, data)
}

/** The server's key of an address: without `/api`, query fields sorted by name. */
function keyOf(address: string): string {
  const [path = '', query = ''] = address.slice(API_PREFIX.length).split('?')
  const fields = new URLSearchParams(query)
  fields.sort()
  const sorted = fields.toString()
  return sorted ? `${path}?${sorted}` : path
}

export const hasInitialData = () => responses.size > 0

export function takeInitialData(address: string): unknown {
  if (Date.now() - loadedAt > MAX_AGE_MS) responses.clear()
  const key = keyOf(address)
  const data = responses.get(key)
  responses.delete(key)
  return data
}
