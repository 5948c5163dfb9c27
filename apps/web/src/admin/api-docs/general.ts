/** Heading of the general notes, and their place in the page's address. */
export const NOTES = '通用说明'

/** The search box comes back once the page is scrolled so far, in pixels (spec section 9 «Docs search»). */
export const SEARCH_BACK = 1000
