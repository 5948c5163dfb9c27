import { adminBanners } from '@shiliu/contract/announcements'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { readItem, writeItem } from '#api/storage.ts'
import { BannerCard } from '#entities/announcement/BannerCard.tsx'

const CLOSED = 'admin-banners-closed'
const REFRESH_MS = 60_000
const REMEMBERED = 100

/** What the site tells its administrators, above each area. */
export function AdminBanners() {
  const [closed, setClosed] = useState(() => readItem(CLOSED)?.split(' ') ?? [])
  const { data } = useQuery({
    queryKey: keys.adminBanners,
    queryFn: ({ signal }) => call(adminBanners, { signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
  function close(id: number) {
    const next = [String(id), ...closed].slice(0, REMEMBERED)
    setClosed(next)
    writeItem(CLOSED, next.join(' '))
  }
  const shown = data?.announcements.filter(({ id }) => !closed.includes(String(id))) ?? []
  return shown.map((banner) => (
    <BannerCard key={banner.id} banner={banner} onClose={banner.dismissable ? () => close(banner.id) : null} />
  ))
}
