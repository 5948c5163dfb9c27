/**
 * Pages of signed-in viewers that differ from a guest's only in a few flags (liked, collected): the guest's cached page
 * with the viewer's flags inserted.
 */

import type { CachedPage, SplitPage } from './page-cache.ts'

export type ViewerOverlay<Data> = {
  /**
   * The JSON of the flags in a guest's page, with its quotes: user texts cannot contain it, because JSON escapes
   * theirs.
   */
  placeholder: Buffer
  /** The ids that have flags, in the order of the page. */
  idsOf(data: Data): number[]
  /** Loads the JSON of the flags for this viewer. */
  valuesFor(viewerId: number, ids: number[]): Promise<(id: number) => Buffer>
}

/** Returns the page with the viewer's flags. */
export async function applyViewerOverlay<Data>(
  page: CachedPage,
  viewerId: number,
  overlay: ViewerOverlay<Data>,
): Promise<Buffer> {
  page.split ??= split(page.body, overlay)
  const { ids, pieces } = page.split
  const valueOfId = await overlay.valuesFor(viewerId, ids)
  return Buffer.concat(
    pieces.flatMap((piece, index) => (index === 0 ? piece : [valueOfId(ids[index - 1] ?? 0), piece])),
  )
}

function split<Data>(body: Buffer, { placeholder, idsOf }: ViewerOverlay<Data>): SplitPage {
  const ids = idsOf((JSON.parse(body.toString()) as { data: Data }).data)
  const pieces: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(placeholder); at >= 0; at = body.indexOf(placeholder, from)) {
    pieces.push(body.subarray(from, at))
    from = at + placeholder.length
  }
  pieces.push(body.subarray(from))
  if (pieces.length !== ids.length + 1) throw new Error(`${ids.length} ids, ${pieces.length - 1} placeholders`)
  return { ids, pieces }
}
