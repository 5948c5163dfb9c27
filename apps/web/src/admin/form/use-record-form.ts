import { audits } from '@shiliu/contract/admin/audits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { useLocalCopies } from '#data/local-copies.ts'
import type { EditableResource, Row } from '../define-resource.ts'
import { toastFailure } from '../feedback.ts'
import { createFormStore, type FormStore, readTyped, type Typed } from './form-store.ts'

/** Who changed or deleted the record last; null where no administrator did, or nobody knows. */
export type Changed = { username: string; at: string } | null

/** Why what was typed is not saved yet. */
export type Problem =
  | { kind: 'restored'; keptAt: number }
  | { kind: 'comparing' }
  | { kind: 'not-compared'; message: string }
  | { kind: 'conflict'; theirs: Row; by: Changed }
  | { kind: 'gone'; by: Changed }

/** Until the other tabs have said which copies are theirs (data/local-copies.ts). */
const OFFERS_MS = 300

type Options = {
  resource: EditableResource
  record: Row | 'new'
  /** The record does not exist, and nothing was typed into its form. */
  onMissing: (error: ApiError) => void
  /** The record was deleted meanwhile. */
  onGone: () => void
}

/**
 * The form of a record: the record as it is now, with what was typed and not saved before. Null while the record is
 * fetched; if that fails, the form starts from the row of the table.
 */
export function useRecordForm({ resource, record, onMissing, onGone }: Options) {
  const id = record === 'new' ? null : record.id
  const [form, setForm] = useState<FormStore | null>(() => (record === 'new' ? createFormStore(resource, null) : null))
  /** Counts the states that were put in from outside, so that the controls start anew. */
  const [revision, setRevision] = useState(0)
  const [problem, setProblem] = useState<Problem | null>(null)
  const copies = useLocalCopies({ realm: 'admin', form: `${resource.path}/${id ?? 'new'}`, read: readTyped })

  /** Sent or given up. Its text editor may still report a change, which must not be kept again. */
  const ended = useRef<FormStore | null>(null)

  function forgetTyped() {
    ended.current = form
    copies.forget()
  }

  function show(next: FormStore, why: Problem | null) {
    setForm(next)
    setRevision((count) => count + 1)
    setProblem(why)
  }

  const onError = useEffectEvent((error: unknown, row: Row) => {
    if (error instanceof ApiError && error.status === 404) return void openGone(error)
    const what = resource.fields.some(({ kind }) => kind === 'pictures') ? '图片' : '详情'
    toastFailure(`获取${resource.noun}${what}失败`, error)
    setForm((current) => current ?? createFormStore(resource, row))
  })

  useEffect(() => {
    if (record === 'new') return
    const abort = new AbortController()
    call(resource.api.get, { params: { id: record.id }, signal: abort.signal }).then(
      (row) => setForm(createFormStore(resource, row)),
      (error: unknown) => abort.signal.aborted || onError(error, record),
    )
    return () => abort.abort()
  }, [resource, record])

  useEffect(() => () => form?.dispose(), [form])
  useEffect(() => form?.onChange(() => form !== ended.current && copies.keep(form.typed())), [form, copies])

  const offers = copies.offers.use()
  const restore = useEffectEvent(() => {
    const [offer] = offers
    if (!form || !offer || form.dirty()) return
    const typed = copies.take(offer)
    if (!typed) return
    form.restore(typed)
    if (!form.dirty()) return copies.forget()
    show(form, { kind: 'restored', keptAt: offer.keptAt })
    // Somebody else changed the record after this was typed.
    if (form.row && typed.version !== form.row.version) void compare(form)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy is offered, or there is a form to put it into
  useEffect(() => restore(), [offers, form])

  /** Opens what was typed into a record that is gone, as a new one. */
  async function openGone(error: ApiError) {
    await new Promise((resolve) => setTimeout(resolve, OFFERS_MS))
    const [offer] = copies.offers.get()
    const typed = offer && copies.take(offer)
    if (!typed) return onMissing(error)
    showAsNew(typed)
  }

  function showAsNew(typed: Typed) {
    const next = createFormStore(resource, null)
    next.restore(typed)
    show(next, { kind: 'gone', by: null })
    onGone()
    if (id === null) return
    void lastChange(resource, id).then((last) => {
      if (last?.action === 'delete') setProblem({ kind: 'gone', by: last })
    })
  }

  async function compare(current: FormStore) {
    if (id === null) return
    setProblem({ kind: 'comparing' })
    try {
      const theirs = await call(resource.api.get, { params: { id } })
      const last = await lastChange(resource, id)
      // The author may have changed it in the community, which is not in the audit trail.
      setProblem({ kind: 'conflict', theirs, by: last?.version === theirs.version ? last : null })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) showAsNew(current.everything())
      else setProblem({ kind: 'not-compared', message: messageOf(error, '没能取到对方的版本') })
    }
  }

  return {
    form,
    revision,
    problem,
    /** The record was changed by somebody else meanwhile. */
    conflict: () => form && void compare(form),
    /** The record was deleted meanwhile: what was typed can be saved as a new one. */
    gone: () => form && showAsNew(form.everything()),
    takeTheirs() {
      if (problem?.kind !== 'conflict') return
      forgetTyped()
      show(createFormStore(resource, problem.theirs), null)
    },
    keepMine() {
      if (problem?.kind !== 'conflict' || !form) return
      form.rebase(problem.theirs)
      show(form, null)
    },
    /** Gives up what was restored. */
    startAnew() {
      forgetTyped()
      if (form) show(createFormStore(resource, form.row), null)
    },
    /** Saved, or given up. */
    forget() {
      forgetTyped()
      for (const offer of copies.offers.get()) copies.drop(offer)
    },
  }
}

async function lastChange(resource: EditableResource, id: number) {
  const query = { resource: resource.path, record_id: id, limit: 1 }
  const page = await call(audits.list, { query }).catch(() => null)
  const [last] = page?.data ?? []
  if (!last) return null
  const { username, created_at: at, action, after } = last
  return { username, at, action, version: after?.version }
}
