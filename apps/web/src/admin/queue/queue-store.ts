/** What one moderator looks at: decisions are shown at once and sent behind, those that fail come back in words. */
import { DECISION_WORDS, type DecisionName, moderate, undo } from '@shiliu/contract/admin/moderation'
import { claim, QUEUE, type QueueItem, release } from '@shiliu/contract/admin/queue'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { createStore } from '#ui/state/store.ts'

export type QueueEntry = {
  key: string
  item: QueueItem
  /** What this moderator decided, also while it is sent. */
  decided: DecisionName | null
  /** What happened to it meanwhile, or why a decision failed. */
  notice: string | null
}

export type QueueState = {
  /** In the order in which they were handed out. */
  entries: readonly QueueEntry[]
  /** Of the entry that is looked at; null when nothing is left. */
  current: string | null
  /** How many wait, others' included. */
  waiting: number
  /** How many this moderator decided. */
  done: number
  loading: boolean
  error: unknown
  /** The last thing to tell, for screen readers, too. */
  said: string
}

/** What was told is shown at least this long. */
const SAID_MS = 4000

type Gone = OutputOf<typeof claim>['gone'][number]

const EMPTY: QueueState = { entries: [], current: null, waiting: 0, done: 0, loading: true, error: null, said: '' }

const keyOf = ({ target_type, target_id }: Pick<QueueItem, 'target_type' | 'target_id'>) =>
  `${target_type}:${target_id}`

export const nounOf = ({ target_type, title }: QueueItem) => (target_type === 1 ? `《${title}》` : '评论')

/** `onDecided` follows each decision that was stored, or taken back. */
export function createQueue({ onDecided = () => {} }: { onDecided?: () => void } = {}) {
  const store = createStore<QueueState>(EMPTY)
  /** Decisions in their order, with the ids to undo them once they are stored; null where one failed. */
  const decisions: { key: string; sent: Promise<number | null> }[] = []
  let flight: Promise<void> | null = null
  let closed = false
  /** Nobody looks: what was claimed is given back, and claimed again by `resume`. */
  let paused = false
  let saidAt = 0
  /** Decisions that were begun, and that are not answered yet. */
  let begun = 0
  let unanswered = 0

  const set = (change: Partial<QueueState>) => {
    if (change.said) saidAt = Date.now()
    store.set({ ...store.get(), ...change })
  }
  const giveBack = () => void call(release, { keepalive: true }).catch(() => {})
  const entryOf = (key: string) => store.get().entries.find((entry) => entry.key === key)
  const update = (key: string, change: Partial<QueueEntry>) =>
    set({ entries: store.get().entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)) })
  const open = () => store.get().entries.filter(({ decided }) => decided === null)

  /** The next open entry behind `key`, or the first that is left. */
  function nextOf(key: string | null): string | null {
    const { entries } = store.get()
    const at = entries.findIndex((entry) => entry.key === key)
    const behind = entries.slice(at + 1).find(({ decided }) => decided === null)
    return (behind ?? entries.find((entry) => entry.decided === null && entry.key !== key))?.key ?? null
  }

  function fetchNext(): Promise<void> {
    if (paused || closed) return Promise.resolve()
    flight ??= request().finally(() => {
      flight = null
    })
    return flight
  }

  async function request() {
    const held = open().map(({ item }) => item)
    const underWay = store.get().entries.filter(({ decided }) => decided !== null)
    const at = held.findIndex((item) => keyOf(item) === store.get().current)
    const missing = Math.max(0, QUEUE.batch - (held.length - Math.max(0, at) - 1))
    const holding = held.slice(-QUEUE.holdMax).map(({ target_type, target_id }) => ({
      target_type: target_type === 1 ? (1 as const) : (2 as const),
      target_id,
    }))
    try {
      // Those whose decision is not stored yet are handed out again, and left out here.
      const take = Math.min(QUEUE.takeMax, missing + Math.min(5, underWay.length))
      const [begunBefore, isQuiet] = [begun, unanswered === 0]
      const answer = await call(claim, { body: { holding, take } })
      if (closed || paused) {
        // It was claimed after all the rest was given back.
        giveBack()
        return
      }
      // What is decided meanwhile may be counted or not.
      const isCounted = store.get().loading || (isQuiet && begun === begunBefore)
      merge(isCounted ? answer : { ...answer, waiting: store.get().waiting })
    } catch (error) {
      if (!closed) set({ loading: false, error })
    }
  }

  function merge({ items, gone, waiting }: OutputOf<typeof claim>) {
    const { entries } = store.get()
    const fresh = new Map(items.map((item) => [keyOf(item), item]))
    const goneBy = new Map(gone.map((one) => [keyOf(one), one]))
    const kept = entries.map((entry): QueueEntry => {
      if (entry.decided !== null) return entry
      const item = fresh.get(entry.key)
      if (!item) return entry
      const isOther = item.version !== entry.item.version
      return { ...entry, item, notice: isOther ? '作者刚刚改过，这是新的版本' : entry.notice }
    })
    const known = new Set(entries.map(({ key }) => key))
    const added = items
      .filter((item) => !known.has(keyOf(item)))
      .map((item): QueueEntry => ({ key: keyOf(item), item, decided: null, notice: null }))
    const left = kept.filter(({ key, decided }) => decided !== null || !goneBy.has(key))
    const lost = kept.filter(({ key, decided }) => decided === null && goneBy.has(key))
    const { current } = store.get()
    const isLost = lost.some(({ key }) => key === current)
    const behind = isLost ? nextOf(current) : current
    const all = [...left, ...added]
    const isThere = all.some(({ key, decided }) => key === behind && decided === null)
    set({
      entries: all,
      current: isThere ? behind : (all.find(({ decided }) => decided === null)?.key ?? null),
      waiting,
      loading: false,
      error: null,
      ...(lost.length > 0 && { said: lost.map(({ key, item }) => wordsOf(item, goneBy.get(key))).join('；') }),
    })
    preload()
  }

  /** The pictures of the next two load beforehand. */
  function preload() {
    const { entries, current } = store.get()
    const at = entries.findIndex(({ key }) => key === current)
    for (const { item } of entries.slice(at + 1, at + 3)) {
      const url = item.pictures[0]?.full
      if (url) new Image().src = url
    }
  }

  function look(key: string | null) {
    // Also who presses on at once reads what became of the one before.
    const isRead = Date.now() - saidAt > SAID_MS
    set({ current: key, ...(isRead && { said: '' }) })
    preload()
    const { entries } = store.get()
    const at = entries.findIndex((entry) => entry.key === key)
    const ahead = entries.slice(at + 1).filter(({ decided }) => decided === null).length
    if (ahead < QUEUE.batch - 1) void fetchNext()
  }

  async function send(entry: QueueEntry, action: DecisionName, reason: string | null): Promise<number | null> {
    const { target_id, target_type, version } = entry.item
    const body = { target_type: target_type === 1 ? (1 as const) : (2 as const), ids: [target_id], action, reason }
    begun++
    unanswered++
    try {
      const { undo_id } = await call(moderate, { body: { ...body, version, state: 'pending' } })
      onDecided()
      return undo_id
    } catch (error) {
      if (!closed) void failed(entry, action, error)
      return null
    } finally {
      unanswered--
    }
  }

  async function failed({ key, item }: QueueEntry, action: DecisionName, error: unknown) {
    const { done, waiting, current } = store.get()
    const code = error instanceof ApiError ? error.error : undefined
    const what = `${DECISION_WORDS[action]}${nounOf(item)}`
    const words = code === 'already_moderated' ? null : `没有${what}：${messageOf(error, '请再试一次')}`
    update(key, { decided: null, notice: words })
    set({ done: Math.max(0, done - 1), waiting: waiting + 1, ...(words && { said: words }) })
    if (current === null) set({ current: key })
    else if (words) bringBehind(key, current)
    // What it is now: another version, or decided by another moderator.
    if (code === 'changed_since_seen' || code === 'already_moderated') await fetchNext().then(fetchNext)
  }

  /** What came back is looked at next. */
  function bringBehind(key: string, current: string) {
    const entry = entryOf(key)
    if (!entry || key === current) return
    const others = store.get().entries.filter((one) => one.key !== key)
    const at = others.findIndex((one) => one.key === current)
    set({ entries: [...others.slice(0, at + 1), entry, ...others.slice(at + 1)] })
  }

  return {
    store,
    start: fetchNext,
    /** Renews the claims, and reads what became of what is held. */
    refresh: fetchNext,
    move(step: 1 | -1) {
      const { entries, current } = store.get()
      const at = entries.findIndex(({ key }) => key === current)
      const there = step === 1 ? entries.slice(at + 1) : [...entries.slice(0, Math.max(0, at))].reverse()
      const next = there.find(({ decided }) => decided === null)
      if (next) look(next.key)
    },
    decide(action: DecisionName, reason: string | null = null) {
      const { current, done, waiting } = store.get()
      const entry = current === null ? undefined : entryOf(current)
      if (!entry || entry.decided !== null) return
      const next = nextOf(entry.key)
      update(entry.key, { decided: action, notice: null })
      set({ done: done + 1, waiting: Math.max(0, waiting - 1) })
      decisions.push({ key: entry.key, sent: send(entry, action, reason) })
      look(next)
    },
    /** Takes back the last decision that was stored. Resolves to what to say. */
    async undo(): Promise<string | null> {
      for (let last = decisions.pop(); last; last = decisions.pop()) {
        const undoId = await last.sent
        const entry = entryOf(last.key)
        if (undoId === null || !entry) continue
        try {
          await call(undo, { body: { undo_id: undoId } })
        } catch (error) {
          return `没有撤销${nounOf(entry.item)}：${messageOf(error, '请再试一次')}`
        }
        const { done, waiting } = store.get()
        update(last.key, { decided: null, notice: null })
        const said = `已撤销：${DECISION_WORDS[entry.decided ?? 'approve']}${nounOf(entry.item)}`
        set({ done: Math.max(0, done - 1), waiting: waiting + 1, current: last.key, said })
        onDecided()
        void fetchNext()
        return said
      }
      return null
    },
    /** Lets others have what is held, at once: nobody looks, or the page is being left. */
    pause() {
      if (paused || closed) return
      paused = true
      giveBack()
    },
    resume() {
      if (!paused || closed) return
      paused = false
      void fetchNext()
    },
    close() {
      if (!closed && !paused) giveBack()
      closed = true
    },
  }
}

function wordsOf(item: QueueItem, gone: Gone | undefined): string {
  const noun = nounOf(item)
  if (!gone || gone.state === null) return `${noun}已经不存在了`
  if (gone.state !== 'pending' && gone.action)
    return `${noun}已经由${gone.by ?? '别人'}处理：${DECISION_WORDS[gone.action]}`
  if (gone.action === null) return `${noun}由${gone.by ?? '别人'}在看`
  return `${noun}不用审核了：作者收回了，或者内容已经整个隐藏`
}
