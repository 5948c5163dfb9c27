import { waitTime } from '@shiliu/contract/text'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './UploadNotice.module.css'
import type { Hold, Uploader } from './uploader.ts'

const REASONS: Record<Hold['reason'], string> = {
  network: '网络断开了，恢复后会自动继续上传',
  often: '上传太频繁了',
  busy: '服务器正忙',
}

/** Why the pictures of a form wait, for how long, and one button for all that failed. */
export function UploadNotice({ uploader, disabled = false }: { uploader: Uploader; disabled?: boolean }) {
  const hold = uploader.useHold()
  const items = uploader.use()
  const region = useRef<HTMLDivElement>(null)
  const failed = items.filter(({ status, retryable }) => status === 'failed' && retryable)
  /** The pressed button disappears: the focus stays beside it. */
  function press(action: () => void) {
    region.current?.focus({ preventScroll: true })
    action()
  }
  return (
    <>
      {/* Always there: a live region that appears together with its text is not read out. */}
      <div ref={region} role="status" tabIndex={-1} className={classes.region}>
        {hold && (
          <p className={classes.hold}>
            <IconCloudOff size={18} stroke={1.75} aria-hidden />
            <span>
              {REASONS[hold.reason]}
              {'until' in hold && <Countdown until={hold.until} />}
            </span>
          </p>
        )}
      </div>
      {hold?.reason === 'network' && (
        <button type="button" className={classes.button} onClick={() => press(uploader.resume)}>
          现在重试
        </button>
      )}
      {failed.length > 1 && !disabled && (
        <button type="button" className={classes.button} onClick={() => press(uploader.retryAll)}>
          <IconRefresh size={16} stroke={1.75} aria-hidden />
          全部重试
        </button>
      )}
    </>
  )
}

/** Not read out each second. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span aria-hidden>，{waitTime((until - now) / 1000)}后自动继续上传</span>
      <span className="sr-only">，稍后自动继续上传</span>
    </>
  )
}
