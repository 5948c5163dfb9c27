import { highlight, list, type Pin } from '@shiliu/contract/admin/highlights'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { useMay } from '../permissions.ts'
import classes from './PinList.module.css'
import { type Highlights, useHighlights } from './use-highlights.ts'

/** All pins that have not ended. */
export const usePins = () =>
  useQuery({ queryKey: keys.adminHighlights, queryFn: ({ signal }) => call(list, { signal }) })

/** Above the table of notes: what stands at the top of which channel, and where to end it. */
export function PinList() {
  const { data, error, refetch } = usePins()
  const highlights = useHighlights()
  const pins = data?.pins
  return (
    <details className={classes.pins}>
      <summary>置顶的笔记{pins && `（${pins.length}）`}</summary>
      {error && !pins && (
        <p className={classes.failed} role="alert">
          {messageOf(error, '加载失败')}
          <Button size="sm" variant="plain" onClick={() => void refetch()}>
            重新加载
          </Button>
        </p>
      )}
      {!error && !pins && <p className={classes.none}>正在加载…</p>}
      {pins?.length === 0 && <p className={classes.none}>没有。打开一篇笔记的详情，或用批量处理，可以置顶。</p>}
      {pins && pins.length > 0 && (
        <ul aria-label="置顶的笔记">
          {pins.map((pin) => (
            <PinLine key={`${pin.post_id} ${pin.channel}`} pin={pin} highlights={highlights} withTitle />
          ))}
        </ul>
      )}
    </details>
  )
}

type LineProps = { pin: Pin; highlights: Highlights; withTitle?: boolean }

/** One pin, with the button that ends it. */
export function PinLine({ pin, highlights, withTitle = false }: LineProps) {
  const may = useMay()
  const { post_id, title, channel, channel_name, until, username, is_shown } = pin
  const name = title || `无标题，ID ${post_id}`
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        {withTitle && (
          <Link className={classes.title} to={paths.adminRecord('posts', post_id)}>
            {name}
          </Link>
        )}
        <span>
          「{channel_name}」{until === null ? '一直置顶' : `置顶到 ${fullTime(until)}`}，{username}
          {is_shown === 0 && '；笔记现在不公开，公开之后再显示'}
        </span>
      </span>
      {may(highlight) && (
        <Button
          size="sm"
          variant="plain"
          aria-label={`取消置顶「${name}」：${channel_name}`}
          loading={highlights.busy}
          onClick={() => highlights.change({ ids: [post_id], action: 'unpin', channel })}
        >
          取消置顶
        </Button>
      )}
    </li>
  )
}
