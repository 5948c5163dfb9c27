/** Optimistic toggles, serialized per id: one request at a time, and the user's last choice is stored in the end. */

export type Toggled = { on: boolean; count: number }

type Callbacks = {
  /** The state to show: first the optimistic one, then, `settled`, the server's, or the previous one after a failure. */
  show: (state: Toggled, settled: boolean) => void
  done?: (on: boolean) => void
  failed: (error: unknown) => void
}

type Entry = { confirmed: Toggled; shown: Toggled }

export function createToggles(send: (id: number, on: boolean) => Promise<Toggled>) {
  const running = new Map<number, Entry>()

  async function settle(id: number, entry: Entry, callbacks: Callbacks) {
    try {
      while (entry.shown.on !== entry.confirmed.on) {
        const target = entry.shown.on
        entry.confirmed = { ...(await send(id, target)), on: target }
      }
      running.delete(id)
      callbacks.show(entry.confirmed, true)
      callbacks.done?.(entry.confirmed.on)
    } catch (error) {
      running.delete(id)
      callbacks.show(entry.confirmed, true)
      callbacks.failed(error)
    }
  }

  return {
    /** Toggles `id`; resolves when the server has answered. */
    async flip(id: number, current: Toggled, callbacks: Callbacks): Promise<void> {
      const before = running.get(id)
      const shown = before?.shown ?? current
      const next = { on: !shown.on, count: Math.max(0, shown.count + (shown.on ? -1 : 1)) }
      callbacks.show(next, false)
      if (before) {
        before.shown = next
        return
      }
      const entry = { confirmed: current, shown: next }
      running.set(id, entry)
      await settle(id, entry, callbacks)
    },
  }
}
