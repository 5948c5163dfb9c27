/**
 * A page that differs from a guest's only in what its viewer marked (liked, collected) is the guest's page with the marks
 * put in: no viewer's page is built from the ground, however many there are.
 */

import type { CachedPage, CutPage } from './page-cache.ts'

export type Marking<Data> = {
  /**
   * What stands in a guest's page for nothing marked, as JSON writes it, its quotes included: so no text of a user can
   * hold it, whose quotes JSON escapes.
   */
  unmarked: Buffer
  /** What may be marked, in the order of the page. */
  idsOf(data: Data): number[]
  /** What stands there for this viewer. */
  marksOf(viewerId: number, ids: number[]): Promise<(id: number) => Buffer>
}

/** The page as this viewer gets it. */
export async function marked<Data>(page: CachedPage, viewerId: number, marking: Marking<Data>): Promise<Buffer> {
  page.cut ??= cut(page.body, marking)
  const { ids, pieces } = page.cut
  const markOf = await marking.marksOf(viewerId, ids)
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? piece : [markOf(ids[index - 1] ?? 0), piece])))
}

function cut<Data>(body: Buffer, { unmarked, idsOf }: Marking<Data>): CutPage {
  const ids = idsOf((JSON.parse(body.toString()) as { data: Data }).data)
  const pieces: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(unmarked); at >= 0; at = body.indexOf(unmarked, from)) {
    pieces.push(body.subarray(from, at))
    from = at + unmarked.length
  }
  pieces.push(body.subarray(from))
  if (pieces.length !== ids.length + 1) throw new Error(`${ids.length} things to mark, ${pieces.length - 1} marks`)
  return { ids, pieces }
}
