import { COMMENT } from '@shiliu/contract/limits'
import { IconX } from '@tabler/icons-react'
import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { PictureButton, PictureStrip } from '#entities/picture/PictureStrip.tsx'
import { useAddPictures } from '#entities/picture/use-add-pictures.ts'
import { textLength } from '#entities/text/plain-field.ts'
import { RichTextField, type RichTextHandle } from '#entities/text/RichTextField.tsx'
import { WritingActions } from '#entities/text/WritingTools.tsx'
import classes from './Composer.module.css'
import { type ComposerState, draftProblem, type ReplyTarget } from './use-composer.ts'

/** Writes a comment with mentions, emoji and pictures. Shift+Enter sends it, Esc closes it and keeps the draft. */
export function Composer({ composer }: { composer: ComposerState }) {
  const { content, setContent, target, uploader, open, collapse, clear, send } = composer
  const pictures = uploader.use()
  const length = textLength(content)
  const left = COMMENT.contentMax - length
  const field = useRef<RichTextHandle>(null)
  const { messages, add, clearMessages, dragging } = useAddPictures(uploader, { max: COMMENT.imagesMax })
  const label = target ? `回复 ${target.nickname}` : '写评论'

  const focusField = useEffectEvent((_target: ReplyTarget | null) => field.current?.focus())
  useEffect(() => focusField(target), [target])

  function submit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  /** Closes an empty composer when the focus moves within the note; the composer's own dialogs are outside of it. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const inNote = currentTarget.closest('article')?.contains(relatedTarget)
    const empty = length === 0 && pictures.length === 0
    if (empty && relatedTarget && inNote && !currentTarget.contains(relatedTarget)) collapse()
  }

  return (
    <form className={classes.composer} data-dragging={dragging || undefined} onBlur={onBlur} onSubmit={submit}>
      {target && (
        <p className={classes.target}>
          <span>
            回复 <bdi>{target.nickname}</bdi>
          </span>
          <button type="button" className={classes.removeTarget} aria-label="不再回复" onClick={() => open(null)}>
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
        onEscape={collapse}
      />
      <PictureStrip uploader={uploader} messages={messages} onRemove={clearMessages} />
      <WritingActions
        field={field}
        left={left}
        ready={draftProblem(length, pictures) === null}
        hint="Shift + Enter"
        onCancel={clear}
      >
        <PictureButton onChoose={add} />
      </WritingActions>
    </form>
  )
}
