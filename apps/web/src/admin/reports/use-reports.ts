import * as api from '@shiliu/contract/admin/reports'
import type { BodyIn } from '@shiliu/contract/endpoint'
import { REPORT_REASONS } from '@shiliu/contract/reports'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'

const PAGE_SIZE = 20
/** `any` stands for all: an address without a state means the open ones. */
const STATES = [...api.REPORT_STATES, 'any'] as const

/** The filters, the page and the opened entry, as the address has them. */
export function useReportAddress() {
  const [search, setSearch] = useSearchParams()
  const filters = {
    state: STATES.find((state) => state === search.get('state')) ?? 'open',
    reason: REPORT_REASONS.find((reason) => reason === search.get('reason')) ?? '',
    target_type: search.get('type') ?? '',
  } as const
  const page = Number(search.get('page')) || 1
  const id = Number(search.get('id')) || null
  function change(values: Record<string, string | number | null>, replace = false) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    setSearch(next, { replace })
  }
  return {
    filters,
    page,
    id,
    setFilter: (name: 'state' | 'reason' | 'type', value: string) => change({ [name]: value, page: null }),
    clear: () => change({ reason: null, type: null, page: null }),
    setPage: (next: number) => change({ page: next === 1 ? null : next }),
    open: (next: number, { replace = false } = {}) => change({ id: next }, replace),
    close: ({ replace = false } = {}) => change({ id: null }, replace),
    search,
  }
}

type Filters = ReturnType<typeof useReportAddress>['filters']

export function useReportList({ state, ...rest }: Filters, page: number) {
  const query = { ...rest, state: state === 'any' ? ('' as const) : state, page, limit: PAGE_SIZE }
  return useQuery({
    queryKey: keys.adminRows('reports', query),
    queryFn: ({ signal }) => call(api.list, { query, signal }),
    placeholderData: (before) => before,
  })
}

export function useReport(id: number) {
  return useQuery({
    queryKey: keys.adminRow('reports', id),
    queryFn: ({ signal }) => call(api.get, { params: { id }, signal }),
  })
}

/** The next that waits, with the same filters. */
export async function nextOpen({ reason, target_type }: Filters, id: number): Promise<number | null> {
  const { data } = await call(api.list, { query: { state: 'open', reason, target_type, limit: 2 } })
  return data.find((entry) => entry.id !== id)?.id ?? null
}

export type Resolving = BodyIn<typeof api.resolve>

/** Resolves an entry, or opens it again. */
export function useResolve(id: number, onResolved: () => void) {
  const cache = useTableCache()
  /** The second click of a double click comes before the state of the first one's request. */
  const sent = useRef(false)
  const reopening = useMutation({
    mutationFn: () => call(api.reopen, { params: { id } }),
    onSuccess() {
      sent.current = false
      toast.success('已重新打开', ADMIN_TOAST_MS)
    },
    onError: (error) => toastFailure('没能重新打开', error),
    onSettled: () => void cache.invalidateAll(),
  })
  const resolving = useMutation({
    mutationFn: (body: Resolving) => call(api.resolve, { params: { id }, body }),
    onSuccess(_, { action }) {
      toast.undoable(`处理好了：${api.OUTCOME_WORDS[action]}`, () => reopening.mutate())
      onResolved()
    },
    // Another may have resolved it: what became of it is shown then.
    onError(error) {
      sent.current = false
      toastFailure('没有处理成', error)
    },
    onSettled: () => void cache.invalidateAll(),
  })
  return {
    resolve(body: Resolving) {
      if (sent.current) return
      sent.current = true
      resolving.mutate(body)
    },
    reopen() {
      if (!reopening.isPending) reopening.mutate()
    },
    resolving: resolving.isPending ? resolving.variables.action : null,
    reopening: reopening.isPending,
  }
}
