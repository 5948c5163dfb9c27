import { Fragment } from 'react'
import classes from './Shortcuts.module.css'

/** The keys of a note's detail, as use-note-keys answers them (spec section 2 «Keyboard shortcuts»). */
const shortcuts: { does: string; keys: string[] }[] = [
  { does: '上一张图片', keys: ['←'] },
  { does: '下一张图片', keys: ['→'] },
  { does: '点赞', keys: ['D'] },
  { does: '收藏', keys: ['S'] },
  { does: '发送评论', keys: ['Shift', 'Enter'] },
  { does: '关闭笔记', keys: ['Esc'] },
]

export function Shortcuts() {
  return (
    <>
      <p className={classes.hint}>看笔记的时候可以用</p>
      <dl className={classes.keys}>
        {shortcuts.map(({ does, keys }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' + '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
