/** Copies in each process of rows that every request needs and administrators change while the site runs. */
import type { Bus } from '../events/bus.ts'
import type { Db } from './client.ts'
import { findMark, insertMark, lockMark, type Mark, setMark } from './marks.ts'
import { afterCommit, type TxContext } from './tx.ts'

export type LiveCopy<V> = {
  readonly current: V
  /** Reads the rows again if they changed. Errors are thrown and leave the copy as it is. */
  reload(): Promise<void>
}

type Source<V> = {
  /** Published after each change. */
  topic: 'settings-changed' | 'words-changed' | 'address-bans-changed' | 'tag-synonyms-changed'
  /** Increased by each change: the rows are only read if it moved. Without it each reload reads them. */
  mark?: Mark
  read(db: Db): Promise<V>
}

/** Reads the rows, and again after each change and each reconnection to the other nodes. */
export async function openLiveCopy<V>(
  db: Db,
  bus: Bus,
  initial: V,
  { topic, mark, read }: Source<V>,
): Promise<LiveCopy<V>> {
  let current = initial
  let revision: number | undefined
  let reading = Promise.resolve()
  async function update() {
    // Before the rows: a change between the two reads leads to another read.
    const stored = mark && ((await findMark(db, mark)) ?? 0)
    if (mark && stored === revision) return
    current = await read(db)
    revision = stored
  }
  const copy: LiveCopy<V> = {
    get current() {
      return current
    },
    reload() {
      // One after another, so that an older answer never replaces a newer one.
      reading = reading.catch(() => {}).then(update)
      return reading
    },
  }
  // A failed read is repeated by the background job.
  const reload = () => void copy.reload().catch(() => {})
  bus.subscribe(topic, reload)
  bus.subscribe('connection', ({ up }) => up && reload())
  await copy.reload()
  return copy
}

/**
 * Call it first in each transaction that changes the rows of a copy with a mark: writers run one after another, and the
 * change is in force on this node after the commit, on others within a second.
 */
export async function beginChange(
  t: TxContext & { bus: Bus },
  copy: LiveCopy<unknown>,
  { mark, topic }: Required<Pick<Source<unknown>, 'mark' | 'topic'>>,
): Promise<void> {
  await insertMark(t.db, mark, 0)
  await lockMark(t.db, mark)
  await setMark(t.db, mark, ((await findMark(t.db, mark)) ?? 0) + 1)
  afterCommit(t, async () => {
    t.bus.publish(topic, {})
    await copy.reload().catch(() => {})
  })
}
