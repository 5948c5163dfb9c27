/**
 * The numbers of spec section 9 that only the browser knows; those it shares with the server are in the contract's
 * limits.ts, colours and sizes in app/theme.css. Times in milliseconds and lengths in CSS pixels unless named otherwise.
 */

/** The last width of each narrower layout; CSS modules write the same numbers, which a test compares. */
export const BREAKPOINTS = {
  narrowest: 374,
  cards: 600,
  header: 695,
  phone: 768,
  columns: 900,
  sidebar: 960,
  wide: 1200,
} as const

/** Columns of the waterfall and their distance, from this width of the window on. */
export const FEED_COLUMNS = [
  { from: BREAKPOINTS.wide, columns: 4, gap: 16 },
  { from: BREAKPOINTS.columns, columns: 4, gap: 15 },
  { from: BREAKPOINTS.cards, columns: 3, gap: 12 },
  { from: 0, columns: 2, gap: 10 },
] as const

/** So far from its end a list asks for more, once its end stays there for this long. */
export const FEED_END = { margin: 200, delayMs: 200 } as const

/** How far a page is scrolled when its fixed channel bar and the way back appear, and from where that way is cut short. */
export const SCROLLED = { channelBar: 100, backToTop: 260, jump: 500 } as const

export const CHANNEL_RELOAD = { lockMs: 1200, spinnerMs: 700 } as const
export const TAG_SWITCH = { lockMs: 700, spinnerMs: 700 } as const

/** A picture is late after this long near the screen, which begins this far off it. */
export const PICTURE = { margin: 100, lateMs: 8000 } as const

/** Pictures above so many bytes are redrawn to this longest side. */
export const COMPRESSION = { aboveBytes: 0.8 * 1024 * 1024, side: 1200, quality: 0.4 } as const

/** A finger that rests so long picks a picture up, unless it moves further meanwhile. */
export const LONG_PRESS = { delayMs: 300, tolerance: 10 } as const

export const TOAST_MS = 2000
export const AUTH_CLOSE_MS = 1000
export const REDIRECT = { writtenMs: 1500, notFoundSeconds: 5 } as const

export const SEARCH_HISTORY_MAX = 5
/** Above it a badge shows dots. */
export const BADGE_MAX = 99
export const COUNT_STEPS = { thousand: 1000, tenThousand: 10_000 } as const
/** How long ago is told in days, before the date is. */
export const RELATIVE_DAYS = { usual: 7, drafts: 30 } as const

/** The emoji panel: how many it remembers, its distance from its button, emoji in a row, and its keys in the storage. */
export const EMOJI = {
  recentMax: 24,
  offset: 6,
  columns: 8,
  recentKey: 'recentEmojis',
  skinToneKey: 'emojiSkinTone',
} as const

/** Whom one may mention: asked for after this pause in typing; a list that loads is seen to load for so long. */
export const MENTION = { pauseMs: 300, leastLoadingMs: 500 } as const

/** A finger across a note's pictures: so far goes to the next one; so far decides that it moves across, not down. */
export const SWIPE = { step: 50, lock: 10 } as const

/** A browser's views of a note count once in so long. */
export const VIEW_ONCE_SECONDS = 3600

/** A picture or video that a note shows is said to be late after this long, with a way to ask again. */
export const NOTE_MEDIA_LATE_MS = 5000

/** Replies beyond so many are folded; a new comment stands out for so long; pages looked through for a named one. */
export const COMMENTS = { folded: 2, highlightMs: 3000, seekPages: 10 } as const

/** The notifications ask for more so near their end, once it stays there for so long; their messages stay longer. */
export const NOTICES = { margin: 100, delayMs: 300, toastMs: 3000 } as const

/** The number of unread ones is asked for again so long after their page is left. */
export const UNREAD_REFRESH_MS = 500

/** A follow button is deaf for so long after it was heard. */
export const FOLLOW_PAUSE_MS = 2000
/** A person's numbers are asked for again so long after a like, collection or follow. */
export const STATS_REFRESH_MS = 500

/** The card of a person: meant after the first pause, there after the second, gone after the third; its size and room. */
export const HOVER_CARD = {
  intendMs: 150,
  openMs: 500,
  closeMs: 200,
  width: 360,
  height: 300,
  offset: 12,
  margin: 16,
} as const

/** A picture of a person as it is cut out and sent: square, of this side. */
export const AVATAR_CUT = { side: 300, type: 'image/png', quality: 0.9, zoomMax: 3 } as const
export const PROFILE_CLOSE_MS = 100
