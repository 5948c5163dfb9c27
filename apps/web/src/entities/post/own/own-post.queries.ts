/** The viewer's own notes and drafts: their lists, and writing and deleting one. */
import type { BodyIn, OutputOf } from '@shiliu/contract/endpoint'
import { PAGE } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { actionErrorMessage } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { sendOnce } from '#api/unanswered.ts'
import { change } from '#data/changes.ts'
import { invalidate, useListPage } from '#data/lists.ts'
import { patiently } from '#data/patience.ts'
import { notes } from '#data/records.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { truncate } from '#ui/text/truncate.ts'
import { fetchNote, isMissing, toList } from '../post.queries.ts'
import { type OwnFilter, toQuery } from './own-filter.ts'

/** A page of the viewer's own notes or drafts. */
export function useOwnNotes(kind: 'notes' | 'drafts', userId: string, filter: OwnFilter) {
  const query = { ...toQuery(filter), limit: PAGE.own }
  return useListPage({
    records: notes,
    key: kind === 'drafts' ? keys.drafts(filter) : keys.ownPosts(filter),
    fetch: (signal) =>
      (kind === 'drafts'
        ? call(posts.list, { query: { ...query, is_draft: true, sort: 'updated_at' }, signal })
        : call(users.posts, { params: { id: userId }, query, signal })
      ).then(toList),
  })
}

/** A note or draft as it is now, to be edited. */
export function useNoteToEdit(id: number, enabled = true) {
  const query = useQuery({
    queryKey: keys.postEdit(id),
    queryFn: ({ signal }) => fetchNote(id, true, signal),
    enabled,
    gcTime: 0,
    staleTime: 0,
  })
  return { ...query, missing: isMissing(query.error) }
}

/** Of `WaitingLine`: writing the note in the form. */
export const NOTE_STEP = 'note'

export type SavedNote = OutputOf<typeof posts.create>

/** Creates a note or draft, or changes it. Resolves to its id, with its state if it is not public yet. */
export async function saveNote(id: number | null, body: BodyIn<typeof posts.create>): Promise<SavedNote> {
  async function update(known: number) {
    let written: SavedNote = { id: known }
    await change(notes, known, {
      kind: 'edit',
      choice: body,
      send: async () => {
        written = await patiently(NOTE_STEP, () => call(posts.update, { params: { id: known }, body }))
        // Lists that are asked for again say the same, later.
        return call(posts.get, { params: { id: known }, query: { skipViewCount: true } }).catch(() => ({}))
      },
    })
    return written
  }
  const create = () => patiently(NOTE_STEP, () => sendOnce(body, (headers) => call(posts.create, { body, headers })))
  const saved = id === null ? await create() : await update(id)
  invalidate([keys.posts, keys.post(saved.id), keys.tags, keys.anyUser])
  return saved
}

/** What the author is told after saving: `usual`, unless a moderator looks at the note first. */
export const savedWords = ({ state }: SavedNote, usual: string): string =>
  state === 'pending' ? '已提交，审核通过后公开' : usual

/** Characters of the title in the question. */
const TITLE_LENGTH = 20

/** Deletes an own note or draft after a confirmation. Resolves to whether it is gone, also if deleted elsewhere. */
export async function deleteNote({ id, title, is_draft }: Post): Promise<boolean> {
  const noun = is_draft === 1 ? '草稿' : '笔记'
  const confirmed = await confirm({
    title: title ? `删除「${truncate(title, TITLE_LENGTH)}」` : `删除${noun}`,
    message: `确定要删除这篇${noun}吗？删除后 7 秒内可以撤销。`,
    type: 'warning',
    confirmLabel: '删除',
  })
  if (!confirmed) return false
  try {
    const send = () => call(posts.remove, { params: { id } }).then(() => null)
    if (!(await change(notes, id, { kind: 'delete', choice: true, send }))) return false
    toast.undoable('删除成功', () => void restoreNote(id))
  } catch (error) {
    toast.error(actionErrorMessage(error, '删除失败，请重试'))
    if (!isMissing(error)) return false
    notes.remove(id)
  }
  queryClient.removeQueries({ queryKey: keys.post(id), type: 'inactive' })
  invalidate([keys.posts, keys.tags, keys.anyUser])
  return true
}

/** Takes back a deletion. The note appears in its lists when they are asked for again, which they are at once. */
async function restoreNote(id: number) {
  try {
    await call(posts.restore, { params: { id } })
  } catch (error) {
    toast.error(actionErrorMessage(error, '撤销失败，请重试'))
    return
  }
  notes.restore([id])
  toast.success('已恢复')
  invalidate([keys.posts, keys.tags, keys.anyUser])
}
