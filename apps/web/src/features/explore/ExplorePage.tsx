import { useCallback, useEffect } from 'react'
import { matchPath, Navigate, useNavigate, useParams } from 'react-router'
import { hasInitialData } from '#api/initial-data.ts'
import { paths } from '#app/paths.ts'
import { prefetchCategories } from '#entities/category/category.queries.ts'
import { feedRefresh } from '#entities/post/feed.ts'
import { FeedSkeleton } from '#entities/post/PostFeed.tsx'
import { prefetchNotes, reloadFeed } from '#entities/post/post.queries.ts'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/feed/FloatingButtons.tsx'
import { useScrollToTop } from '#ui/history/use-scroll-restoration.ts'
import { useTitle } from '#ui/history/use-title.ts'
import { useThrottleLatest } from '#ui/state/throttle-latest.ts'
import classes from './ChannelBar.module.css'
import { ChannelBar } from './ChannelBar.tsx'
import { ChannelFeed } from './ChannelFeed.tsx'
import { type Channel, lastChannel, RECOMMEND, useChannels } from './channels.ts'
import { OnlyImagesButton } from './OnlyImagesButton.tsx'

const CHANNEL_RELOAD = { lockMs: 1200, spinnerMs: 700 }

/** Puts what the page brought along into the cache, so that the first render shows it. Waits for no request. */
export async function prefetchFeed() {
  if (!hasInitialData()) return
  const onRecommend = matchPath(paths.explore(RECOMMEND.path), window.location.pathname)
  await Promise.all([prefetchCategories(), onRecommend && prefetchNotes(RECOMMEND.category)])
}

/** `/explore/:channel`: the notes of a channel; `/explore` redirects to the last one. */
export function ExplorePage() {
  const { channel: path } = useParams()
  const { channels, settled } = useChannels()
  if (path === undefined) return <Navigate to={paths.explore(lastChannel.get())} replace />
  const channel = channels.find((one) => one.path === path)
  if (!channel && settled) return <Navigate to={paths.explore(RECOMMEND.path)} replace />
  return <Explore channels={channels} path={path} channel={channel ?? null} />
}

type Props = { channels: readonly Channel[]; path: string; channel: Channel | null }

function Explore({ channels, path, channel }: Props) {
  const navigate = useNavigate()
  useScrollToTop()
  useTitle(channel && channel.path !== 'recommend' ? channel.label : '发现')
  useEffect(() => {
    if (channel) lastChannel.set(channel.path)
  }, [channel])

  const { choose, spinning, queued } = useThrottleLatest(CHANNEL_RELOAD, (next) => {
    const target = channels.find((one) => one.path === next)
    if (!target) return
    reloadFeed(target.category)
    if (next === path) window.scrollTo({ top: 0, behavior: 'instant' })
    // Scrolls once the channel shows: going back before that finds this one where it was left.
    else navigate(paths.explore(next))
  })
  const refresh = useCallback(() => choose(path), [choose, path])
  useEffect(() => feedRefresh.subscribe(refresh), [refresh])

  return (
    <>
      <h1 className="sr-only">发现</h1>
      <ChannelBar channels={channels} value={queued ?? path} onChoose={choose} spinning={spinning} />
      <div className={classes.feed}>
        {channel ? <ChannelFeed key={channel.category} channel={channel} /> : <FeedSkeleton />}
      </div>
      <FloatingButtons>
        <OnlyImagesButton />
        <BackToTop />
        <RefreshButton onClick={refresh} busy={spinning} />
      </FloatingButtons>
    </>
  )
}
