import { IconArrowUp, IconPhoto, IconX } from '@tabler/icons-react'
import { PictureTile } from '#entities/picture/PictureTile.tsx'
import type { PictureItem } from '#entities/picture/uploader.ts'
import { addressRule, trimAddress } from '../address.ts'
import classes from './PicturesControl.module.css'

type Actions = {
  write: (id: string, url: string, preview: string) => void
  retry: (id: string) => void
  /** One place up, by its index. */
  raise: (index: number) => void
  remove: (index: number) => void
}

type Props = {
  item: PictureItem
  index: number
  /** The only row: it stays, empty. */
  alone: boolean
  error: string | undefined
  describedBy: string
  actions: Actions
}

const PENDING = '等待上传完成'

/** One picture: what is seen of it, and its address; that of an upload is read only until there is one. */
export function PictureRow({ item, index, alone, error, describedBy, actions }: Props) {
  const { id, url, preview, status, error: reason } = item
  const wrong = error !== undefined && url !== '' && (url === null ? status === 'failed' : addressRule(url) !== null)

  function leave() {
    const address = trimAddress(url ?? '')
    if (address !== url || preview === '') actions.write(id, address, addressRule(address) === null ? address : '')
  }
  return (
    <li className={classes.row}>
      <div className={classes.thumb}>
        {preview ? (
          <PictureTile item={item} index={index} small disabled actions={{ retry: actions.retry, remove: () => {} }} />
        ) : (
          <IconPhoto size={20} stroke={1.5} aria-hidden />
        )}
      </div>
      <input
        className={classes.address}
        aria-label={`第${index + 1}张图片的网址`}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={url ?? (status === 'failed' ? `上传失败: ${reason}` : PENDING)}
        readOnly={url === null}
        onChange={({ target }) => actions.write(id, target.value, '')}
        onBlur={url === null ? undefined : leave}
      />
      {!alone && (
        <button
          type="button"
          className={classes.act}
          aria-label={`第${index + 1}张图片上移`}
          title="上移"
          disabled={index === 0}
          onClick={() => actions.raise(index)}
        >
          <IconArrowUp size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={classes.act}
        aria-label={`删除第${index + 1}张图片`}
        title="删除"
        disabled={alone && url === ''}
        onClick={() => actions.remove(index)}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}
