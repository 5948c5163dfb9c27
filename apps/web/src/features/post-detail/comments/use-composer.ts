import * as comments from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { patchPost } from '#api/post-cache.ts'
import { uploadSteps } from '#entities/picture/upload-steps.ts'
import { createUploader } from '#entities/picture/uploader.ts'
import { withPictures } from '#entities/text/document.ts'
import { textLength } from '#entities/text/typed.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/toast.ts'
import { addReply, addThread } from './comment-cache.ts'
import { obstacle } from './composer-rules.ts'
import { changeThreads, otherOrderIsOld } from './use-comments.ts'

export type ReplyTarget = {
  commentId: number
  /** The top-level comment it belongs to. */
  threadId: number
  nickname: string
}

export type ComposerState = ReturnType<typeof useComposer>

/** A text in its stored form, whom it answers, its pictures. */
const blank = () => ({ content: '', target: null as ReplyTarget | null, uploader: createUploader(uploadSteps) })

/**
 * What is being written below a note. Sending and giving up clear it; a failure brings it back as it was (spec section 4
 * «Comments»). `onSent` gets the id of the new comment.
 */
export function useComposer(postId: number, onSent: (id: number) => void) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(blank)
  const [sending, setSending] = useState(false)
  const latest = useRef(draft)
  const here = useRef(true)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      latest.current.uploader.dispose()
    }
  }, [])

  const open = useCallback(
    (target: ReplyTarget | null) => {
      if (!requireLogin()) return
      if (sending) return toast.info('上一条还在发送，稍等一下')
      setDraft((before) => ({ ...before, target }))
      setOpened(true)
    },
    [sending],
  )

  /** Folds it and keeps what is written. */
  const fold = useCallback(() => setOpened(false), [])

  function clear() {
    draft.uploader.dispose()
    setDraft(blank())
    setOpened(false)
  }

  async function send() {
    if (sending || !requireLogin()) return
    const pictures = draft.uploader.get()
    const wrong = obstacle(textLength(draft.content), pictures)
    if (wrong) return toast.error(wrong)
    const urls = pictures.flatMap(({ url }) => url ?? [])
    const { target } = draft
    setDraft(blank())
    setOpened(false)
    setSending(true)
    try {
      const content = withPictures(draft.content, urls)
      const body = { post_id: postId, content, parent_id: target?.commentId ?? null }
      const comment = await call(comments.create, { body })
      changeThreads(client, postId, (data) =>
        target ? addReply(data, target.threadId, comment) : addThread(data, comment),
      )
      otherOrderIsOld(client, postId)
      patchPost(client, postId, (post) => ({ comment_count: post.comment_count + 1 }))
      toast.success(target ? '回复成功' : '评论成功')
      draft.uploader.dispose()
      onSent(comment.id)
    } catch (error) {
      toast.error(messageOf(error, target ? '回复失败' : '发送失败，请重试'))
      if (!here.current) return draft.uploader.dispose()
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
    setContent: useCallback((content: string) => setDraft((before) => ({ ...before, content })), []),
    open,
    fold,
    clear,
    send,
  }
}
