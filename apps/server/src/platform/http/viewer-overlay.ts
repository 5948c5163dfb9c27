/** Pages that differ from a guest's only in flags (liked, collected), inserted into the guest's cached page. */
import type { CachedPage, SplitPage } from './page-cache.ts'

export type ViewerOverlay<Data> = {
  /** The flags' JSON in a guest's page, with its quotes: user texts cannot contain it, because JSON escapes theirs. */
  placeholder: Buffer
  /** In the order of the page. */
  idsOf(data: Data): number[]
  valuesFor(viewerId: number, ids: number[]): Promise<(id: number) => Buffer>
}

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
