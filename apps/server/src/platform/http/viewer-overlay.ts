/** A viewer's page: the guests' one with the viewer's own marks (liked, collected) in their places. */
import type { JoinedPage } from './json-page.ts'

/** Loads the JSON for the viewer's places in these records. */
export type ViewerOverlay = (viewerId: number, ids: number[]) => Promise<(id: number) => Buffer>

/** The page's JSON with the viewer's values in their places. */
export async function applyViewerOverlay(
  { body, ids, pieces }: JoinedPage,
  viewerId: number,
  overlay: ViewerOverlay,
): Promise<Buffer> {
  if (ids.length === 0) return body
  const valueOfId = await overlay(viewerId, ids)
  return Buffer.concat(
    pieces.flatMap((piece, index) => (index === 0 ? piece : [valueOfId(ids[index - 1] ?? 0), piece])),
  )
}
