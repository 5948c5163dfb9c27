/** The reader's places, as far as the first load needs them (docs/decisions/024-places.md). */
import { sessionItems } from '#api/storage.ts'

export const STORAGE_KEY = 'places'

type ShownList = { entry: string; hash: string; records: unknown }
export const shownLists = new Set<ShownList>()

/** Remembers a list for its history entry until the returned function is called. */
export function keepPlace(entry: string, hash: string, records: unknown): () => void {
  const list = { entry, hash, records }
  shownLists.add(list)
  return () => void shownLists.delete(list)
}

/** Call once before the first render, after `startHistory`. Resolves once the places from before a reload are there. */
export async function startPlaces(): Promise<void> {
  const open = () => import('./place-storage.ts').then(({ openPlaces }) => openPlaces()).catch(() => {})
  if (sessionItems.read(STORAGE_KEY) !== null) await open()
  // At the top there is no place to keep.
  else window.addEventListener('scroll', open, { once: true })
}
