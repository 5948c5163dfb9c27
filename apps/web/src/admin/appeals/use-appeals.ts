import {
  APPEAL_ANSWERS,
  APPEAL_STATES,
  type AppealAnswer,
  type AppealEntry,
  type AppealState,
  list,
  resolve,
} from '@shiliu/contract/admin/appeals'
import { undo } from '@shiliu/contract/admin/moderation'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'

export type AppealFilter = { state: AppealState; target_type: '' | 1 | 2; user_id: string }

const PAGE_SIZE = 20

/** What is asked for, as the address has it. */
export function useAppealFilter() {
  const [search, setSearch] = useSearchParams()
  const type = search.get('type')
  const filter: AppealFilter = {
    state: APPEAL_STATES.find((state) => state === search.get('state')) ?? 'open',
    target_type: type === '1' ? 1 : type === '2' ? 2 : '',
    user_id: search.get('user') ?? '',
  }
  function choose(next: Partial<AppealFilter>) {
    const { state, target_type, user_id } = { ...filter, ...next }
    const values = { state: state === 'open' ? '' : state, type: String(target_type), user: user_id }
    setSearch(
      Object.entries(values).filter(([, value]) => value !== ''),
      { replace: true },
    )
  }
  return { filter, choose }
}

/** The appeal at a place of the list, counted from 0, and how many there are. */
export function useAppeal({ state, target_type, user_id }: AppealFilter, place: number) {
  const query = { state, user_id, page: Math.floor(place / PAGE_SIZE) + 1, limit: PAGE_SIZE, target_type }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.adminRows('appeals', query),
    queryFn: ({ signal }) => call(list, { query, signal }),
    placeholderData: keepPreviousData,
  })
  return {
    appeal: data?.data[place % PAGE_SIZE],
    total: data?.pagination.total ?? 0,
    error: data ? null : error,
    isPending,
    retry: () => void refetch(),
  }
}

export const ANSWER_WORDS: Readonly<Record<AppealAnswer, string>> = { accept: '恢复', refuse: '维持原处理' }

/** What moderators often answer. */
export const CANNED_ANSWERS: Readonly<Record<AppealAnswer, readonly string[]>> = {
  accept: ['重新看过，没有违规', '是我们判断错了，抱歉', '说明得很清楚，已恢复'],
  refuse: ['重新看过，确实违反了社区规则', '含有广告或引流', '侵犯了他人权益', '请修改以后重新发布'],
}

export const isAnswer = (name: string): name is AppealAnswer => APPEAL_ANSWERS.some((answer) => answer === name)

type Answer = { id: number; action: AppealAnswer; reason: string; version: string | undefined }

/** Answers appeals and takes answers back. The list is asked for again after either, also after one that failed. */
export function useAnswers() {
  const cache = useTableCache()
  const undoing = useMutation({
    mutationFn: (undo_id: number) => call(undo, { body: { undo_id } }),
    onSuccess() {
      toast.success('已撤销，申诉重新打开', ADMIN_TOAST_MS)
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('撤销失败', error)
      return cache.refresh()
    },
  })
  const answering = useMutation({
    mutationFn: ({ id, ...body }: Answer) => call(resolve, { params: { id }, body }),
    onSuccess({ undo_id }, { action }) {
      const words = `已${ANSWER_WORDS[action]}，告诉了作者`
      if (undo_id === null) toast.success(words, ADMIN_TOAST_MS)
      else toast.undoable(words, () => undoing.mutate(undo_id))
      return cache.invalidateAll()
    },
    onError(error) {
      toastFailure('没有处理', error)
      return cache.refresh()
    },
  })
  return {
    answer({ id, target }: AppealEntry, action: AppealAnswer, reason: string, close: () => void) {
      // Also after a failure: the dialog is about what another has just resolved.
      const answer = { id, action, reason, version: target?.updated_at }
      if (!answering.isPending) answering.mutate(answer, { onSettled: close })
    },
    busy: answering.isPending,
  }
}
