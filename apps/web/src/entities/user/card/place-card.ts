import { HOVER_CARD } from '#ui/constants.ts'

type Box = { left: number; top: number; bottom: number }
type View = { width: number; height: number }

/** Beneath what it belongs to, or above where there is no room; never nearer to the window's edge than the margin. */
export function placeCard(anchor: Box, view: View, height: number): { left: number; top: number; above: boolean } {
  const { width, offset, margin } = HOVER_CARD
  const lowest = view.height - height - margin
  const beneath = anchor.bottom + offset
  const over = anchor.top - offset - height
  const above = beneath > lowest && over >= margin
  return {
    left: Math.max(margin, Math.min(anchor.left, view.width - width - margin)),
    top: above ? over : Math.max(margin, Math.min(beneath, lowest)),
    above,
  }
}
