import { useEffect, useRef, useState } from 'react'
import { MediaError } from './MediaError.tsx'
import classes from './VideoSlide.module.css'

type Props = {
  src: string
  label: string
  /** Whether it is the current slide; otherwise it is paused. */
  shown: boolean
}

/** A video of the gallery. Shows the first frame and the duration until it is played. */
export function VideoSlide({ src, label, shown }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [started, setStarted] = useState(false)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!shown) video.current?.pause()
  }, [shown])

  function retry() {
    setFailed(false)
    video.current?.load()
  }

  return (
    <div className={classes.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: the server stores no captions */}
      <video
        ref={video}
        className={classes.video}
        // Safari shows a first frame only after seeking.
        src={src.includes('#') ? src : `${src}#t=0.001`}
        aria-label={`视频：${label}`}
        controls={!failed}
        playsInline
        preload="metadata"
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
        onPlay={() => setStarted(true)}
        onError={() => setFailed(true)}
      />
      {seconds !== null && !started && !failed && (
        <span className={classes.duration}>
          <span className="sr-only">时长 </span>
          {formatDuration(seconds)}
        </span>
      )}
      {failed && <MediaError text="视频加载失败" onRetry={retry} />}
    </div>
  )
}

const pad = (value: number) => String(value).padStart(2, '0')

/** `mm:ss`, from an hour on `hh:mm:ss`; '' for an unknown duration. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.floor(seconds)
  const hours = Math.floor(whole / 3600)
  const rest = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`
  return hours > 0 ? `${pad(hours)}:${rest}` : rest
}
