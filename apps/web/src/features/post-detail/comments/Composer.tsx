import { COMMENT } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import classes from './Composer.module.css'
import type { ComposerState } from './use-composer.ts'

/** Characters left below which they are counted. */
const COUNT_FROM = 100

/** Where a comment is written; Shift+Enter sends, Esc folds it and keeps the text. */
export function Composer({ composer }: { composer: ComposerState }) {
  const { text, setText, target, empty, tooLong, open, fold, clear, send } = composer
  const field = useRef<HTMLTextAreaElement>(null)
  const left = COMMENT.contentMax - length(text)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whom it answers changed, so the person wants to write
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(text.length, text.length)
  }, [target])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      fold()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function leave(event: FocusEvent) {
    // The window lost the focus, or it went to another part of the composer.
    const inside = event.currentTarget.contains(event.relatedTarget)
    if (empty && !inside && document.hasFocus() && event.relatedTarget) fold()
  }

  return (
    <form className={classes.composer} onBlur={leave} onSubmit={submit}>
      {target && (
        <p className={classes.target}>
          <span>回复 {target.nickname}</span>
          <button type="button" className={classes.drop} aria-label="不再回复" onClick={() => open(null)}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </p>
      )}
      <textarea
        ref={field}
        className={classes.field}
        rows={2}
        value={text}
        placeholder={target ? `回复 ${target.nickname}` : '说点什么'}
        aria-label={target ? `回复 ${target.nickname}` : '写评论'}
        aria-invalid={tooLong || undefined}
        enterKeyHint="enter"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className={classes.actions}>
        <span className={classes.hint} data-over={tooLong || undefined} role={tooLong ? 'alert' : undefined}>
          {left < 0 ? `超出 ${-left} 个字` : left < COUNT_FROM ? `还能写 ${left} 个字` : 'Shift + Enter 发送'}
        </span>
        <Button variant="plain" size="sm" onClick={clear}>
          取消
        </Button>
        <Button type="submit" size="sm" disabled={empty || tooLong}>
          发送
        </Button>
      </div>
    </form>
  )
}
