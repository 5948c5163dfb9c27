import { COMMENT } from '@shiliu/contract/limits'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#api/error.ts'
import { userSession } from '#api/session.ts'
import { idParam, patterns } from '#app/paths.ts'
import { type LocalCopies, useLocalCopies } from '#data/local-copies.ts'
import { cancelWaiting } from '#data/patience.ts'
import { commentStep, writeComment } from '#entities/comment/comment.queries.ts'
import { uploadSteps } from '#entities/picture/upload-steps.ts'
import { createUploader, isBusy, type PictureItem, type Uploader } from '#entities/picture/uploader.ts'
import { withPictures } from '#entities/text/document.ts'
import { oneLine, textLength } from '#entities/text/plain-field.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { leavePrompt, useLeaveGuard } from '#ui/history/use-leave-guard.ts'

export type ReplyTarget = {
  commentId: number
  nickname: string
}

export type ComposerState = ReturnType<typeof useComposer>

/** `unsent` is the number of pictures that were not uploaded. */
type CommentCopy = { content: string; target: ReplyTarget | null; images: readonly string[]; unsent: number }

export function readCommentCopy(stored: unknown): CommentCopy | null {
  const { content, target, images, unsent } = (stored ?? {}) as Partial<CommentCopy>
  if (typeof content !== 'string' || !Array.isArray(images) || images.some((url) => typeof url !== 'string'))
    return null
  const known = typeof target?.commentId === 'number' && typeof target.nickname === 'string'
  return { content, target: known ? target : null, images, unsent: typeof unsent === 'number' ? unsent : 0 }
}

type Draft = {
  content: string
  target: ReplyTarget | null
  uploader: Uploader
  /** Of the person who writes it. */
  copies: LocalCopies<CommentCopy>
}

function createDraft(copies: Draft['copies'], { content = '', target = null, images = [] }: Partial<CommentCopy> = {}) {
  const uploader = createUploader(
    uploadSteps,
    images.map((url) => ({ url, preview: url })),
  )
  return { content, target, uploader, copies }
}

const isEmpty = ({ content, uploader }: Draft) => textLength(content) === 0 && uploader.get().length === 0

function keep({ content, target, uploader, copies }: Draft) {
  const pictures = uploader.get()
  const images = pictures.flatMap(({ url }) => url ?? [])
  const unsent = pictures.length - images.length
  copies.keep(textLength(content) > 0 || pictures.length > 0 ? { content, target, images, unsent } : null)
}

/** Sending or cancelling clears the comment being written; a failure restores it. `onSent` gets the new id. */
export function useComposer(postId: number, onSent: (id: number) => void) {
  const copies = useLocalCopies({ realm: 'user', form: `comment/${postId}`, read: readCommentCopy })
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState<Draft>(() => createDraft(copies))
  const [sending, setSending] = useState(false)
  const mounted = useRef(true)
  /** The comment that is being sent. */
  const underWay = useRef<{ step: string; copies: Draft['copies']; release?: () => void }>(null)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      const { current } = underWay
      if (!current) return
      // Whoever comes back finds the text, which must not be sent behind their back: at once, or when the answer is
      // known.
      cancelWaiting(current.step)
      current.release = current.copies.hold()
    }
  }, [])

  // Another person must not find this one's text.
  if (draft.copies !== copies) {
    setDraft(createDraft(copies))
    setOpened(false)
  }
  useEffect(() => {
    // Until it is known whether it was sent, the copy stays.
    if (sending) return
    keep(draft)
    return draft.uploader.subscribe(() => keep(draft))
  }, [draft, sending])
  // After the effect above, whose copy would lose the pictures otherwise.
  useEffect(() => () => draft.uploader.dispose(), [draft.uploader])

  const [left] = copies.offers.use()
  const vacant = !sending && isEmpty(draft)
  useEffect(() => {
    if (!left || !vacant) return
    const copy = copies.take(left)
    if (!copy) return
    setDraft(createDraft(copies, copy))
    if (copy.unsent > 0) toast.info(`评论里有${copy.unsent}张图片没有传完，要重新选`)
  }, [left, vacant, copies])

  useLeaveGuard({
    question: () => leavePrompt('离开这篇笔记？', '评论还没有发送', draft.copies.isStored()),
    loses(to) {
      if (sending || isEmpty(draft) || !userSession.get()) return false
      // A closed tab finds it again.
      if (to === null) return !draft.copies.isStored()
      return to.pathname !== patterns.post || idParam(to.searchParams, 'id') !== postId
    },
  })

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
    draft.copies.forget()
    setDraft(createDraft(copies))
    setOpened(false)
  }

  async function send() {
    if (sending || !requireLogin()) return
    const pictures = draft.uploader.get()
    const problem = draftProblem(textLength(draft.content), pictures)
    if (problem) return toast.error(problem)
    const urls = pictures.flatMap(({ url }) => url ?? [])
    const { target } = draft
    const writer = userSession.get()?.info.id
    underWay.current = { step: commentStep(postId, target?.commentId ?? null), copies: draft.copies }
    setOpened(false)
    setSending(true)
    try {
      const content = withPictures(draft.content, urls)
      const { id, moderation } = await writeComment(postId, content, target?.commentId ?? null)
      if (moderation) toast.info('已提交，审核通过后公开')
      else toast.success(target ? '回复成功' : '评论成功')
      draft.copies.forget()
      setDraft((current) => (current === draft ? createDraft(copies) : current))
      if (!moderation) onSent(id)
    } catch (error) {
      toast.error(messageOf(error, target ? '回复失败' : '发送失败，请重试'))
      if (mounted.current && userSession.get()?.info.id === writer) setOpened(true)
    } finally {
      underWay.current?.release?.()
      underWay.current = null
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
