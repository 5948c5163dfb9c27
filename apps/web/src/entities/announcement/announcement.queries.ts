/** Banners that the site shows, and what this browser and person did with them (docs/product.md#announcements). */
import type { Banner } from '@shiliu/contract/announcements'
import * as announcements from '@shiliu/contract/announcements'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { hasInitialData } from '#api/initial-data.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { userSession } from '#api/session.ts'
import { readItem, writeItem } from '#api/storage.ts'

/** What was shown to whom, so that the next page shows it in its first render. */
const LAST = 'banners'
/** Ids of closed banners, and of those that a person was counted for. */
const CLOSED = 'banners-closed'
const SEEN = 'banners-seen'
const REMEMBERED = 100
const REFRESH_MS = 60_000

const viewerId = () => userSession.get()?.info.id ?? null

const banners = (viewer: number | null) =>
  queryOptions({
    queryKey: keys.banners(viewer),
    async queryFn({ signal }) {
      const { announcements: found } = await call(announcements.list, { signal })
      writeItem(LAST, found.length > 0 ? JSON.stringify({ viewer, found }) : null)
      return found
    },
    staleTime: REFRESH_MS,
    refetchOnWindowFocus: true,
    retry: false,
  })

/** Puts what the page brought along into the cache, so that the first render shows it. Waits for no request. */
export async function prefetchBanners() {
  if (hasInitialData()) await queryClient.prefetchQuery(banners(viewerId()))
}

/** Keeps what is known of them current; what a page shows changes only with the next page. */
export function useCurrentBanners() {
  useQuery(banners(viewerId()))
}

/** Those known now that are not closed: of a category, or of every page. */
export function knownBanners(category: number | null): Banner[] {
  const closed = remembered(CLOSED)
  const known = queryClient.getQueryData(banners(viewerId()).queryKey) ?? lastShown()
  return known.filter((one) => one.category_id === category && !closed.includes(String(one.id)))
}

function lastShown(): Banner[] {
  try {
    const { viewer, found } = JSON.parse(readItem(LAST) ?? '{}')
    return viewer === viewerId() && Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

const remembered = (key: string) => readItem(key)?.split(' ') ?? []
const remember = (key: string, what: string) =>
  writeItem(key, [what, ...remembered(key).filter((one) => one !== what)].slice(0, REMEMBERED).join(' '))

const tell = (id: number, dismissed: boolean) =>
  // Nobody is helped by a failure.
  void call(announcements.seen, { params: { id }, body: { dismissed } }).catch(() => {})

export function closeBanner(id: number) {
  remember(CLOSED, String(id))
  tell(id, true)
}

const seenHere = new Set<string>()

/** Counts a person once and a guest once for each page that they load. */
export function countBanner(id: number) {
  const viewer = viewerId()
  const name = `${viewer}:${id}`
  if (seenHere.has(name) || (viewer !== null && remembered(SEEN).includes(name))) return
  seenHere.add(name)
  if (viewer !== null) remember(SEEN, name)
  tell(id, false)
}
