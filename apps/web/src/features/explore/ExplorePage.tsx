import { useCallback, useEffect } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { feedRefresh } from '#entities/post/feed-refresh.ts'
import { FeedBones } from '#entities/post/PostFeed.tsx'
import { CHANNEL_RELOAD } from '#ui/constants.ts'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/FloatingButtons.tsx'
import { useChoiceLock } from '#ui/use-choice-lock.ts'
import { useTitle } from '#ui/use-title.ts'
import { ChannelBar } from './ChannelBar.tsx'
import { ChannelFeed } from './ChannelFeed.tsx'
import { type Channel, lastChannel, RECOMMEND } from './channels.ts'
import classes from './ExplorePage.module.css'
import { OnlyImagesButton } from './OnlyImagesButton.tsx'
import { useReloadFeed } from './use-channel-feed.ts'
import { useChannels } from './use-channels.ts'

/** Channels of notes (spec sections 2, 4 «Explore and channels»). */
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

  const { choose, spinning, queued } = useChoiceLock(CHANNEL_RELOAD, (next) => {
    const target = channels.find((one) => one.path === next)
    if (!target) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    reloadFeed(target.category)
    if (next !== path) navigate(paths.explore(next))
  })
  const refresh = useCallback(() => choose(path), [choose, path])
  useEffect(() => feedRefresh.listen(refresh), [refresh])

  return (
    <>
      <h1 className="sr-only">发现</h1>
      <ChannelBar channels={channels} value={queued ?? path} onChoose={choose} spinning={spinning} />
      <div className={classes.feed}>
        {channel ? <ChannelFeed key={channel.category} channel={channel} /> : <FeedBones />}
      </div>
      <FloatingButtons>
        <OnlyImagesButton />
        <BackToTop />
        <RefreshButton onClick={refresh} busy={spinning} />
      </FloatingButtons>
    </>
  )
}
