import { useEffect, useState } from 'react'
import { closeBanner, countBanner, knownBanners, useCurrentBanners } from './announcement.queries.ts'
import { BannerCard } from './BannerCard.tsx'

/** More would push the page away. */
const SHOWN_MAX = 2

/** The banners of a category's channel, or of every page. They stay as they are until mounted again: nothing moves. */
export function Banners({ category }: { category: number | null }) {
  useCurrentBanners()
  const [banners, setBanners] = useState(() => knownBanners(category))
  const shown = banners.slice(0, SHOWN_MAX)
  const ids = shown.map(({ id }) => id).join()
  useEffect(() => {
    for (const id of ids.split(',').filter(Boolean)) countBanner(Number(id))
  }, [ids])
  return shown.map((banner) => (
    <BannerCard
      key={banner.id}
      banner={banner}
      onClose={
        banner.dismissable
          ? () => {
              closeBanner(banner.id)
              setBanners(banners.filter(({ id }) => id !== banner.id))
            }
          : null
      }
    />
  ))
}
