import { useEffect, useRef, useState } from 'react'
import { durationText } from './duration.ts'
import { MediaProblem } from './MediaProblem.tsx'
import classes from './VideoSlide.module.css'

type Props = {
  src: string
  label: string
  /** The one that is looked at; left, it pauses. */
  shown: boolean
}

/** A video of the gallery with its length on it until it plays; the first frame stands for it, nothing plays by itself. */
export function VideoSlide({ src, label, shown }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [started, setStarted] = useState(false)
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    if (!shown) video.current?.pause()
  }, [shown])

  function again() {
    setBroken(false)
    video.current?.load()
  }

  return (
    <div className={classes.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: an address is all that is known of it */}
      <video
        ref={video}
        className={classes.video}
        // Safari draws a frame only of a place that it was asked to go to.
        src={src.includes('#') ? src : `${src}#t=0.001`}
        aria-label={`视频：${label}`}
        controls={!broken}
        playsInline
        preload="metadata"
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
        onPlay={() => setStarted(true)}
        onError={() => setBroken(true)}
      />
      {seconds !== null && !started && !broken && (
        <span className={classes.duration}>
          <span className="sr-only">时长 </span>
          {durationText(seconds)}
        </span>
      )}
      {broken && <MediaProblem text="视频加载失败" onRetry={again} />}
    </div>
  )
}
