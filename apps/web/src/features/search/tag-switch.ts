/** Tag switch lock (spec section 9): of the tags chosen meanwhile the latest is shown when it opens. */
export const TAG_SWITCH = { lockMs: 700, spinnerMs: 700 }
