import { useCallback, useEffect } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { feedRefresh } from '#entities/post/feed.ts'
import { FeedSkeleton } from '#entities/post/PostFeed.tsx'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/feed/FloatingButtons.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { useThrottleLatest } from '#ui/state/throttle-latest.ts'
import classes from './ChannelBar.module.css'
import { ChannelBar } from './ChannelBar.tsx'
import { ChannelFeed, useReloadFeed } from './ChannelFeed.tsx'
import { type Channel, lastChannel, RECOMMEND, useChannels } from './channels.ts'
import { OnlyImagesButton } from './OnlyImagesButton.tsx'

const CHANNEL_RELOAD = { lockMs: 1200, spinnerMs: 700 }

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
  const reloadFeed = useReloadFeed()
  useTitle(channel && channel.path !== 'recommend' ? channel.label : '发现')
  useEffect(() => {
    if (channel) lastChannel.set(channel.path)
  }, [channel])

  const { choose, spinning, queued } = useThrottleLatest(CHANNEL_RELOAD, (next) => {
    const target = channels.find((one) => one.path === next)
    if (!target) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    reloadFeed(target.category)
    if (next !== path) navigate(paths.explore(next))
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
