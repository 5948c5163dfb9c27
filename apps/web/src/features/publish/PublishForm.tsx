import { type FormEvent, useRef } from 'react'
import { userSession } from '#api/session.ts'
import { idParam, paths } from '#app/paths.ts'
import { NOTE_STEP } from '#entities/post/own/own-post.queries.ts'
import { CopyOffer } from '#entities/post/writing/CopyOffer.tsx'
import { goToField, NoteFields } from '#entities/post/writing/NoteFields.tsx'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { leavePrompt, useLeaveGuard } from '#ui/history/use-leave-guard.ts'
import type { DraftSession } from './draft-session.ts'
import classes from './PublishForm.module.css'
import { type Phase, type Purpose, useSubmit } from './use-submit.ts'

/** Each button's label by phase; the button that was not pressed stays at `idle`. */
const LABELS: Record<Purpose, Record<Phase, string>> = {
  publish: { idle: '发布', uploading: '正在上传图片', sending: '正在发布笔记', done: '发布成功', waiting: '已提交' },
  save: {
    idle: '存草稿',
    uploading: '正在上传图片',
    sending: '正在保存草稿',
    done: '草稿已保存',
    waiting: '草稿已保存',
  },
}

export function PublishForm({ session }: { session: DraftSession }) {
  const { noteForm, copies } = session
  const form = useRef<HTMLFormElement>(null)
  const { phase, purpose, errors, failure, send, clear } = useSubmit(session, (field) => goToField(form.current, field))

  useLeaveGuard({
    question: () => leavePrompt('离开发布页？', '写下的内容还没有保存', copies.isStored()),
    loses(to) {
      const published = (phase === 'done' || phase === 'waiting') && purpose === 'publish'
      if (!noteForm.isDirty() || published || !userSession.get()) return false
      return to?.pathname !== paths.publish() || !session.matches(idParam(to.searchParams, 'draftId'))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void send('publish')
  }

  function buttonProps(button: Purpose) {
    const current = purpose === button ? phase : 'idle'
    return {
      loading: current === 'uploading' || current === 'sending',
      disabled: phase !== 'idle',
      children: LABELS[button][current],
    }
  }

  return (
    <form ref={form} className={classes.page} onSubmit={submit} noValidate aria-label="发布笔记">
      <div className={classes.top}>
        <h1 className={classes.heading}>{session.draftId === null ? '发布笔记' : '编辑草稿'}</h1>
        <ButtonLink variant="plain" size="sm" to={paths.postManagement()}>
          笔记管理
        </ButtonLink>
        <ButtonLink variant="plain" size="sm" to={paths.draftBox()}>
          草稿箱
        </ButtonLink>
      </div>
      <NoteFields
        noteForm={noteForm}
        errors={errors}
        disabled={phase !== 'idle' && phase !== 'uploading'}
        onEdit={clear}
      />
      <div className={classes.actions}>
        <CopyOffer noteForm={noteForm} copies={copies} disabled={phase !== 'idle'} />
        <WaitingLine name={NOTE_STEP} className={classes.waiting} />
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        <Button {...buttonProps('save')} variant="plain" size="lg" onClick={() => void send('save')} />
        <Button {...buttonProps('publish')} type="submit" size="lg" />
      </div>
    </form>
  )
}
