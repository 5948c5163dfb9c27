import { type FormEvent, useRef } from 'react'
import { userSession } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { goToField, NoteFields } from '#entities/post/writing/NoteFields.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useLeaveGuard } from '#ui/use-leave-guard.ts'
import type { Desk } from './desk.ts'
import classes from './PublishForm.module.css'
import { type Phase, useSubmit } from './use-submit.ts'

const PUBLISH_LABEL: Partial<Record<Phase, string>> = {
  uploading: '正在上传图片',
  publishing: '正在发布笔记',
  published: '发布成功',
}
const SAVE_LABEL: Partial<Record<Phase, string>> = { saving: '正在保存草稿', saved: '草稿已保存' }

const QUESTION = {
  title: '离开发布页？',
  message: '写下的内容还没有保存，离开后就找不回来了',
  type: 'warning',
  confirmLabel: '离开',
  cancelLabel: '继续写',
} as const

type Props = { desk: Desk; readDraftId: (query: URLSearchParams) => number | null }

export function PublishForm({ desk, readDraftId }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { phase, errors, failure, publish, saveDraft, clear } = useSubmit(desk, (field) =>
    goToField(form.current, field),
  )

  useLeaveGuard(QUESTION, (to) => {
    if (!desk.sheet.dirty() || phase === 'published' || !userSession.get()) return false
    return to?.pathname !== paths.publish() || !desk.serves(readDraftId(to.searchParams))
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void publish()
  }

  return (
    <form ref={form} className={classes.page} onSubmit={submit} noValidate aria-label="发布笔记">
      <div className={classes.top}>
        <h1 className={classes.heading}>{desk.draftId === null ? '发布笔记' : '编辑草稿'}</h1>
        <ButtonLink variant="plain" size="sm" to={paths.postManagement()}>
          笔记管理
        </ButtonLink>
        <ButtonLink variant="plain" size="sm" to={paths.draftBox()}>
          草稿箱
        </ButtonLink>
      </div>
      <NoteFields
        sheet={desk.sheet}
        errors={errors}
        disabled={phase !== 'idle' && phase !== 'uploading'}
        onAttend={clear}
      />
      <div className={classes.actions}>
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        <Button
          variant="plain"
          size="lg"
          loading={phase === 'saving'}
          disabled={phase !== 'idle'}
          onClick={() => void saveDraft()}
        >
          {SAVE_LABEL[phase] ?? '存草稿'}
        </Button>
        <Button
          type="submit"
          size="lg"
          loading={phase === 'uploading' || phase === 'publishing'}
          disabled={phase !== 'idle'}
        >
          {PUBLISH_LABEL[phase] ?? '发布'}
        </Button>
      </div>
    </form>
  )
}
