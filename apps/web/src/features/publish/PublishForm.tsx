import { POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { type FormEvent, useRef } from 'react'
import { userSession } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#ui/Button.tsx'
import { CategoryField } from './CategoryField.tsx'
import type { Desk } from './desk.ts'
import { contentLength, type Note, type NoteField } from './note.ts'
import { PicturesField } from './PicturesField.tsx'
import classes from './PublishForm.module.css'
import { TagsField } from './TagsField.tsx'
import { TextArea } from './TextArea.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type Phase, useSubmit } from './use-submit.ts'

const PUBLISH_LABEL: Partial<Record<Phase, string>> = {
  uploading: '正在上传图片',
  publishing: '正在发布笔记',
  published: '发布成功',
}

type Props = { desk: Desk; readDraftId: (query: URLSearchParams) => number | null }

export function PublishForm({ desk, readDraftId }: Props) {
  const note = desk.note.use()
  const form = useRef<HTMLFormElement>(null)
  const { phase, errors, failure, publish, saveDraft, clear } = useSubmit(desk, goTo)
  const busy = phase === 'publishing' || phase === 'saving' || phase === 'published'

  useLeaveGuard((to) => {
    if (!desk.dirty() || phase === 'published' || !userSession.get()) return false
    return to?.pathname !== paths.publish() || !desk.serves(readDraftId(to.searchParams))
  })

  /** Leads to what has to be put right. */
  function goTo(field: NoteField) {
    const section = form.current?.querySelector(`[data-field="${field}"]`)
    section?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    section?.querySelector<HTMLElement>('[data-retry], input, textarea')?.focus({ preventScroll: true })
  }

  function change(part: Partial<Note>, field: NoteField) {
    desk.note.set({ ...note, ...part })
    if (errors[field]) clear(field)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void publish()
  }

  return (
    <form ref={form} className={classes.page} onSubmit={submit} noValidate aria-label="发布笔记">
      <h1 className={classes.heading}>{desk.draftId === null ? '发布笔记' : '编辑草稿'}</h1>
      <PicturesField
        uploader={desk.uploader}
        error={errors.images}
        disabled={busy}
        onChange={() => errors.images && clear('images')}
      />
      <TextArea
        field="title"
        label="标题"
        placeholder="给笔记起个标题"
        value={note.title}
        count={length(note.title.trim())}
        max={POST.titleMax}
        error={errors.title}
        disabled={busy}
        oneLine
        onChange={(title) => change({ title }, 'title')}
      />
      <TextArea
        field="content"
        label="正文"
        placeholder="写下此刻的想法"
        value={note.content}
        count={contentLength(note.content)}
        max={POST.contentMax}
        error={errors.content}
        disabled={busy}
        onChange={(content) => change({ content }, 'content')}
      />
      <TagsField
        tags={note.tags}
        error={errors.tags}
        disabled={busy}
        onChange={(tags) => change({ tags }, 'tags')}
        onEdit={() => errors.tags && clear('tags')}
      />
      <CategoryField
        value={note.categoryId}
        error={errors.category}
        disabled={busy}
        onChange={(categoryId) => change({ categoryId }, 'category')}
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
          {phase === 'saving' ? '正在保存草稿' : '存草稿'}
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
