/** The last width in pixels of each narrower layout; the CSS modules repeat these numbers, which a test compares. */
export const BREAKPOINTS = {
  narrowest: 374,
  cards: 600,
  header: 695,
  phone: 768,
  columns: 900,
  sidebar: 960,
  wide: 1200,
} as const
