/** What the viewer does to a record: shown at once, sent one request after another, confirmed or taken back. */
import { type Records, tick } from './records.ts'

type Change<T, Choice> = {
  /** What is changed of the record, such as its like. Changes of several kinds do not wait for each other. */
  kind: string
  choice: Choice
  /** The fields that show the choice. May be applied to a record that has them already. */
  show?: (record: T, choice: Choice) => Partial<T>
  /** Resolves to what the server says of the record then, or to null when it is deleted. */
  send: (choice: Choice) => Promise<Partial<T> | null>
}

/**
 * Changes `record`, and resolves to the choice that is stored in the end. While a change of the kind is under way, only
 * the last choice is sent after it, and the promise of whoever began it reports for all: the others resolve to
 * undefined.
 */
export async function change<T extends object, Name extends keyof T, Choice>(
  records: Records<T, Name>,
  id: T[Name],
  { kind, choice, show, send }: Change<T, Choice>,
): Promise<Choice | undefined> {
  const before = records.overlay(id, kind)
  if (before) {
    before.choice = choice
    records.setOverlay(id, kind, before)
    return undefined
  }
  const run = { choice, show: (record: T) => show?.(record, run.choice) ?? {} }
  records.setOverlay(id, kind, run)
  try {
    for (;;) {
      const sent = run.choice
      const said = await send(sent)
      // Another viewer has signed in.
      if (records.overlay(id, kind) !== run) return undefined
      if (said === null) records.remove(id)
      else records.patch([id], said, tick())
      if (run.choice === sent) return sent
    }
  } finally {
    if (records.overlay(id, kind) === run) records.setOverlay(id, kind, null)
  }
}
