import { COMMENT } from '@shiliu/contract/limits'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '#api/error.ts'
import { writeComment } from '#entities/comment/comment.queries.ts'
import { uploadSteps } from '#entities/picture/upload-steps.ts'
import { createUploader, isBusy, type PictureItem, type Uploader } from '#entities/picture/uploader.ts'
import { withPictures } from '#entities/text/document.ts'
import { oneLine, textLength } from '#entities/text/plain-field.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'

export type ReplyTarget = {
  commentId: number
  nickname: string
}

export type ComposerState = ReturnType<typeof useComposer>

const emptyDraft = () => ({ content: '', target: null as ReplyTarget | null, uploader: createUploader(uploadSteps) })

/** Sending or cancelling clears the comment being written; a failure restores it. `onSent` gets the new id. */
export function useComposer(postId: number, onSent: (id: number) => void) {
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const [sending, setSending] = useState(false)
  const mounted = useRef(true)
  const dispose = useEffectEvent(() => draft.uploader.dispose())
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      dispose()
    }
  }, [])

  const open = useCallback(
    (target: ReplyTarget | null) => {
      if (!requireLogin()) return
      if (sending) return toast.info('上一条还在发送，稍等一下')
      setDraft((current) => ({ ...current, target }))
      setOpened(true)
    },
    [sending],
  )

  const collapse = useCallback(() => setOpened(false), [])

  function clear() {
    draft.uploader.dispose()
    setDraft(emptyDraft())
    setOpened(false)
  }

  async function send() {
    if (sending || !requireLogin()) return
    const pictures = draft.uploader.get()
    const problem = draftProblem(textLength(draft.content), pictures)
    if (problem) return toast.error(problem)
    const urls = pictures.flatMap(({ url }) => url ?? [])
    const { target } = draft
    setDraft(emptyDraft())
    setOpened(false)
    setSending(true)
    try {
      const content = withPictures(draft.content, urls)
      const { id } = await writeComment(postId, content, target?.commentId ?? null)
      toast.success(target ? '回复成功' : '评论成功')
      draft.uploader.dispose()
      onSent(id)
    } catch (error) {
      toast.error(messageOf(error, target ? '回复失败' : '发送失败，请重试'))
      if (!mounted.current) return draft.uploader.dispose()
      setDraft(draft)
      setOpened(true)
    } finally {
      setSending(false)
    }
  }

  return {
    ...draft,
    opened,
    sending,
    setContent: useCallback((content: string) => setDraft((current) => ({ ...current, content })), []),
    open,
    collapse,
    clear,
    send,
  }
}

/** Why a comment with a text of this length cannot be sent, or null. */
export function draftProblem(length: number, pictures: readonly Pick<PictureItem, 'status'>[]): string | null {
  if (length === 0 && pictures.length === 0) return '请输入评论内容或上传图片'
  if (length > COMMENT.contentMax) return `评论不能超过${COMMENT.contentMax}个字`
  if (pictures.some(isBusy)) return '图片还在上传，稍等一下'
  return pictures.every(({ status }) => status === 'done') ? null : '有图片没有传好，重试或删除它之后再发送'
}

/** The unsent draft on one line, for the collapsed composer. */
export function draftPreview({ content, uploader }: { content: string; uploader: Pick<Uploader, 'get'> }): string {
  const pictures = uploader.get().length
  return oneLine(content) || (pictures > 0 ? `${pictures}张图片还没发送` : '')
}
