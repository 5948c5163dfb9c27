import { IconAlertCircle, IconRefresh, IconX } from '@tabler/icons-react'
import { type CSSProperties, type HTMLAttributes, type Ref, useState } from 'react'
import classes from './PictureTile.module.css'
import { type Hold, isBusy, type PictureItem, type Uploader } from './uploader.ts'

type DragHandle = HTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

type Props = {
  item: PictureItem
  index: number
  /** Why waiting pictures wait, other than for their turn. */
  hold: Hold | null
  disabled: boolean
  actions: Pick<Uploader, 'remove' | 'retry'>
  /** The first picture of a note, which lists show. */
  cover?: boolean
  small?: boolean
  /** Makes the picture a handle to drag it by. */
  dragHandle?: DragHandle
}

function statusText({ status, progress }: PictureItem, hold: Hold | null): string {
  if (status === 'waiting') return hold?.reason === 'network' ? '等待网络' : hold ? '稍后继续' : '等待上传'
  if (status === 'preparing') return '压缩中'
  return progress < 1 ? `${Math.round(progress * 100)}%` : '处理中'
}

export function PictureTile(props: Props) {
  const { item, index, hold, disabled, actions, cover = false, small = false, dragHandle } = props
  const name = `第${index + 1}张图片`
  const busy = isBusy(item)
  const [broken, setBroken] = useState<string | null>(null)
  const picture = (
    <img
      src={item.preview}
      alt={name}
      draggable={false}
      data-broken={broken === item.preview || undefined}
      onError={() => setBroken(item.preview)}
    />
  )
  return (
    <div className={classes.tile} data-status={item.status} data-small={small || undefined}>
      {dragHandle ? (
        <button type="button" {...dragHandle} className={classes.handle} disabled={disabled}>
          {picture}
        </button>
      ) : (
        <div className={classes.handle}>{picture}</div>
      )}
      {busy && (
        <div
          className={classes.overlay}
          role="progressbar"
          aria-label={`${name}上传进度`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(item.progress * 100)}
          aria-valuetext={statusText(item, hold)}
        >
          <span className={classes.status}>{statusText(item, hold)}</span>
          <span className={classes.track}>
            <span className={classes.bar} style={{ '--share': item.progress } as CSSProperties} />
          </span>
        </div>
      )}
      {item.status === 'failed' && (
        <div className={classes.overlay} data-retryable={item.retryable || undefined}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          <span className={classes.status}>上传失败</span>
          {item.retryable && (
            <button type="button" className={classes.retry} data-retry onClick={() => actions.retry(item.id)}>
              <IconRefresh size={16} stroke={1.75} aria-hidden />
              重试
              <span className="sr-only">{name}</span>
            </button>
          )}
        </div>
      )}
      {cover && item.status === 'done' && <span className={classes.badge}>封面</span>}
      {!disabled && (
        <button
          type="button"
          className={classes.remove}
          data-remove
          aria-label={busy ? `取消上传${name}` : `删除${name}`}
          onClick={() => actions.remove(item.id)}
        >
          <IconX size={16} stroke={2} aria-hidden />
        </button>
      )}
    </div>
  )
}
