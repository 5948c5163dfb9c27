/** How many characters of a text a cell shows (spec section 9 «Admin table»). */
export const USER_ID_MAX = 15
export const BIO_MAX = 30
export const NOTICE_TITLE_MAX = 30
