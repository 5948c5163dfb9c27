/** What can be done to many rows of a table, and how: at once with undo in the toast, or as a job. */
import { HIGHLIGHT_WORDS, HIGHLIGHTS, type HighlightName, highlight } from '@shiliu/contract/admin/highlights'
import { create, JOB, JOB_RESOURCES, JOB_RULES, type JobAction, type JobResource } from '@shiliu/contract/admin/jobs'
import { DECISIONS, type DecisionName } from '@shiliu/contract/admin/moderation'
import { useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import type { Resource } from '../define-resource.ts'
import { ADMIN_TOAST_MS } from '../feedback.ts'
import { useHighlights } from '../highlights/use-highlights.ts'
import type { Decision } from '../moderation/use-moderation.ts'
import { useMay } from '../permissions.ts'
import type { Selection } from '../table/use-selection.ts'
import type { JobChoice } from './JobDialog.tsx'

/** Of notes, at once only: a channel has few pins, and what is featured is chosen one by one. */
const HIGHLIGHTS_OFFERED: Readonly<Partial<Record<JobResource, readonly HighlightName[]>>> = {
  posts: ['pin', 'feature', 'unfeature'],
}

export type BatchAction = JobAction | HighlightName

export const batchWords = (action: BatchAction): string =>
  isHighlight(action) ? HIGHLIGHT_WORDS[action] : JOB_RULES[action].words

const isHighlight = (action: BatchAction): action is HighlightName => HIGHLIGHTS.some((name) => name === action)

/** In the order of the toolbar; deletion has a button of its own. */
const OFFERED = ['approve', 'hide', 'restore', 'move', 'tag', 'untag', 'ban', 'delete_content'] as const

const NO_ACTIONS: readonly BatchAction[] = []

const isDecision = (action: JobAction): action is DecisionName => DECISIONS.some((decision) => decision === action)

/** The actions that a table offers for selected rows, and the dialog that is open for one of them. */
export function useBatchActions(resource: Resource, filters: Record<string, string>, selection: Selection) {
  const may = useMay()
  const [choice, setChoice] = useState<JobChoice | null>(null)
  const [decision, setDecision] = useState<Decision | null>(null)
  const highlights = useHighlights(selection.stop)
  const [pinned, setPinned] = useState<readonly number[] | null>(null)
  const rows = JOB_RESOURCES.find((path) => path === resource.path)

  function begin(name: JobResource, action: JobAction) {
    const ids = [...selection.names.keys()]
    const chosen = selection.all === null ? { ids } : { filter: filters }
    // Few decisions are made at once, and taken back by their toast.
    const atOnce = selection.all === null && ids.length <= JOB.typedAbove && isDecision(action)
    if (atOnce) setDecision({ action, ids })
    else setChoice({ resource: name, action, total: selection.size, rows: chosen })
  }

  function beginHighlight(action: HighlightName) {
    const ids = [...selection.names.keys()]
    if (selection.all !== null || ids.length > JOB.typedAbove) {
      toast.error(`一次最多选 ${JOB.typedAbove} 篇笔记`, ADMIN_TOAST_MS)
    } else if (action === 'pin') setPinned(ids)
    else highlights.change({ ids, action })
  }

  function offeredFor(name: JobResource): readonly BatchAction[] {
    const jobs = may(create) ? OFFERED.filter((action) => JOB_RULES[action].resources.includes(name)) : []
    return [...jobs, ...(may(highlight) ? (HIGHLIGHTS_OFFERED[name] ?? []) : [])]
  }

  return {
    resource: rows ?? null,
    offered: rows ? offeredFor(rows) : NO_ACTIONS,
    begin(action: BatchAction) {
      if (!rows || selection.size === 0) return
      if (isHighlight(action)) beginHighlight(action)
      else begin(rows, action)
    },
    highlights,
    pinned,
    /** Of all that match; null where that is no job. */
    deleteAll: rows && JOB_RULES.delete.resources.includes(rows) ? () => begin(rows, 'delete') : null,
    decision,
    choice,
    close() {
      setPinned(null)
      setChoice(null)
      setDecision(null)
    },
  }
}
