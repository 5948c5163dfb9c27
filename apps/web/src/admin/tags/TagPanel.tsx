import * as api from '@shiliu/contract/admin/tag-merges'
import { tagNameRule } from '@shiliu/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useMay } from '../permissions.ts'
import { useTableCache } from '../table/use-rows.ts'
import classes from './TagPanel.module.css'

/** Synonyms of a tag, and merging it into another, with what that changes (docs/product.md#tags-that-mean-the-same). */
export function TagPanel({ id }: { id: number }) {
  const may = useMay()(api.merge)
  const cache = useTableCache()
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminSynonyms(id),
    queryFn: ({ signal }) => call(api.synonyms, { params: { id }, signal }),
  })
  const change = useMutation({
    mutationFn: async ({ work }: Change) => work(),
    onSuccess(result, { done, undo }) {
      if (undo) toast.undoable(done, () => change.mutate({ work: () => undo(result), done: '已撤销' }))
      else toast.success(done, ADMIN_TOAST_MS)
    },
    onError: (error) => toastFailure('操作失败', error),
    onSettled: () => void cache.invalidateAll(),
  })
  if (error && !data) {
    return (
      <p className={classes.failed} role="alert">
        {messageOf(error, '没能读到同义词')}
        <Button size="sm" variant="plain" onClick={() => void refetch()}>
          再试一次
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <Skeleton>
        <SkeletonBlock height={28} className={classes.skeleton} />
      </Skeleton>
    )
  }
  const { synonyms, merges } = data
  if (!may && synonyms.length + merges.length === 0) return null
  const remove = (synonym: number) => () => call(api.removeSynonym, { params: { id: synonym } })
  return (
    <section className={classes.panel} aria-label="同义词与合并">
      <h3 className={classes.heading}>同义词</h3>
      <ul className={classes.names} aria-label="同义词">
        {synonyms.map(({ id: synonym, name }) => (
          <li key={synonym}>
            {name}
            {may && (
              <button
                type="button"
                aria-label={`删除同义词 ${name}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ work: remove(synonym), done: '已删除同义词' })}
              >
                ×
              </button>
            )}
          </li>
        ))}
        {synonyms.length === 0 && <li>没有同义词</li>}
      </ul>
      {may && (
        <NameForm
          label="添加同义词"
          hint="写这个名称的人得到这个标签"
          action="添加"
          busy={change.isPending}
          onSubmit={(name) =>
            change.mutateAsync({ work: () => call(api.addSynonym, { params: { id }, body: { name } }), done: '已添加' })
          }
        />
      )}
      {may && <MergeForm id={id} busy={change.isPending} onMerge={change.mutateAsync} />}
      {merges.length > 0 && (
        <ol className={classes.merges} aria-label="合并到它的标签">
          {merges.map(({ id: mergeId, from, state, notes, created_at }) => (
            <li key={mergeId}>
              <span>
                「{from}」{api.MERGE_WORDS[state]}，{notes} 篇笔记 <RelativeTime time={created_at} />
              </span>
              {may && (state === 'done' || state === 'running') && (
                <Button
                  size="sm"
                  variant="plain"
                  loading={change.isPending}
                  onClick={() =>
                    change.mutate({ work: () => call(api.undoMerge, { params: { id: mergeId } }), done: '已撤销' })
                  }
                >
                  撤销
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** `undo` takes it back, by what it was answered. */
type Change = { work: () => Promise<unknown>; done: string; undo?: (result: unknown) => Promise<unknown> }

type MergeProps = { id: number; busy: boolean; onMerge: (change: Change) => Promise<unknown> }

/** Says first how many notes change. */
function MergeForm({ id, busy, onMerge }: MergeProps) {
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof call<typeof api.previewMerge>>> | null>(null)
  async function look(into: string) {
    try {
      setPreview(await call(api.previewMerge, { params: { id }, body: { into } }))
    } catch (error) {
      setPreview(null)
      toastFailure('不能合并', error)
    }
  }
  async function merge(into: string) {
    const merge = () => call(api.merge, { params: { id }, body: { into } })
    const undo = (merged: unknown) =>
      call(api.undoMerge, { params: { id: (merged as Awaited<ReturnType<typeof merge>>).merge_id } })
    await onMerge({ work: merge, done: `已合并到「${into}」`, undo })
    setPreview(null)
  }
  return (
    <>
      <NameForm label="合并到" hint="另一个标签的名称" action="看看改动什么" busy={busy} onSubmit={look} />
      {preview && (
        <p className={classes.preview} role="status">
          <span>
            改动 {preview.notes} 篇笔记，其中 {preview.both} 篇两个标签都有；名称成为「{preview.into.name}」的同义词
          </span>
          <Button size="sm" loading={busy} onClick={() => void merge(preview.into.name).catch(() => {})}>
            合并到「{preview.into.name}」
          </Button>
        </p>
      )}
    </>
  )
}

type NameProps = {
  label: string
  hint: string
  action: string
  busy: boolean
  onSubmit: (name: string) => Promise<unknown>
}

function NameForm({ label, hint, action, busy, onSubmit }: NameProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = tagNameRule(name.trim())
    setError(wrong)
    if (wrong || busy) return
    // A failure is shown as a toast, and the name stays.
    onSubmit(name.trim()).then(
      () => setName(''),
      () => {},
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField label={label} placeholder={hint} value={name} onChange={setName} error={error} autoComplete="off" />
      <Button type="submit" variant="plain" loading={busy}>
        {action}
      </Button>
    </form>
  )
}
