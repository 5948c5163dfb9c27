/** How long messages of the back office stay, in milliseconds (spec section 9 «Toast»). */
export const TOAST_MS = 3000
