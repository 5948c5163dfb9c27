import { COMMENT } from '@shiliu/contract/limits'
import { IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react'
import { PictureButton } from '#entities/picture/PictureButton.tsx'
import { PictureStrip } from '#entities/picture/PictureStrip.tsx'
import { useChosenPictures } from '#entities/picture/use-chosen-pictures.ts'
import { RichTextField } from '#entities/text/RichTextField.tsx'
import type { RichTextHandle } from '#entities/text/rich-text-handle.ts'
import { textLength } from '#entities/text/typed.ts'
import { WritingActions } from '#entities/text/WritingActions.tsx'
import classes from './Composer.module.css'
import { obstacle } from './composer-rules.ts'
import type { ComposerState } from './use-composer.ts'

/** Where a comment is written, with mentions, emoji and pictures; Shift+Enter sends, Esc folds it and keeps all. */
export function Composer({ composer }: { composer: ComposerState }) {
  const { content, setContent, target, uploader, open, fold, clear, send } = composer
  const pictures = uploader.use()
  const length = textLength(content)
  const left = COMMENT.contentMax - length
  const field = useRef<RichTextHandle>(null)
  const { messages, add, clearMessages, dragging } = useChosenPictures(uploader, COMMENT.imagesMax)
  const label = target ? `回复 ${target.nickname}` : '写评论'

  // biome-ignore lint/correctness/useExhaustiveDependencies: whom it answers changed, so the person wants to write
  useEffect(() => field.current?.focus(), [target])

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  /** The person turned to another part of the note; panels and dialogs of the composer are no part of it. */
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    const inNote = currentTarget.closest('article')?.contains(relatedTarget)
    const empty = length === 0 && pictures.length === 0
    if (empty && relatedTarget && inNote && !currentTarget.contains(relatedTarget)) fold()
  }

  return (
    <form className={classes.composer} data-dragging={dragging || undefined} onBlur={leave} onSubmit={submit}>
      {target && (
        <p className={classes.target}>
          <span>回复 {target.nickname}</span>
          <button type="button" className={classes.drop} aria-label="不再回复" onClick={() => open(null)}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </p>
      )}
      <RichTextField
        handle={field}
        className={classes.field ?? ''}
        label={label}
        placeholder={target ? label : '说点什么'}
        value={content}
        onChange={setContent}
        invalid={left < 0}
        onSend={send}
        onEscape={fold}
      />
      <PictureStrip uploader={uploader} messages={messages} onRemove={clearMessages} />
      <WritingActions
        field={field}
        left={left}
        ready={obstacle(length, pictures) === null}
        hint="Shift + Enter"
        onCancel={clear}
      >
        <PictureButton onChoose={add} />
      </WritingActions>
    </form>
  )
}
