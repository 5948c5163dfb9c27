/**
 * Switches that are flipped at once on the screen and one after another on the server. However fast a person taps, at
 * most one request per thing is on its way, and the last wish is what is sent in the end.
 */

/** What is shown of a switch: a like with its count. */
export type Toggled = { on: boolean; count: number }

type Watch = {
  /** Called with the state to show: the wish at once, then, settled, the server's answer or what it was before a failure. */
  show: (state: Toggled, settled: boolean) => void
  done?: (on: boolean) => void
  failed: (error: unknown) => void
}

type Entry = { confirmed: Toggled; shown: Toggled }

export function createToggles(send: (id: number, on: boolean) => Promise<Toggled>) {
  const running = new Map<number, Entry>()

  async function settle(id: number, entry: Entry, watch: Watch) {
    try {
      while (entry.shown.on !== entry.confirmed.on) {
        const wish = entry.shown.on
        entry.confirmed = { ...(await send(id, wish)), on: wish }
      }
      running.delete(id)
      watch.show(entry.confirmed, true)
      watch.done?.(entry.confirmed.on)
    } catch (error) {
      running.delete(id)
      watch.show(entry.confirmed, true)
      watch.failed(error)
    }
  }

  return {
    /** Flips what is shown of `id`; resolves when the server knows or has refused. */
    async flip(id: number, current: Toggled, watch: Watch): Promise<void> {
      const before = running.get(id)
      const shown = before?.shown ?? current
      const next = { on: !shown.on, count: Math.max(0, shown.count + (shown.on ? -1 : 1)) }
      watch.show(next, false)
      if (before) {
        before.shown = next
        return
      }
      const entry = { confirmed: current, shown: next }
      running.set(id, entry)
      await settle(id, entry, watch)
    },
  }
}
