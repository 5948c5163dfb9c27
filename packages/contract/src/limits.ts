/** Shared constants (docs/product.md#limits). Sizes are in bytes, times in milliseconds unless named otherwise. */

/** `npm run release` keeps it equal to package.json. */
export const VERSION = '2.0.0'
/** Changes only when the API does. */
export const API_VERSION = '1.1.2'
export const API_VERSION_DATE = '2025-09-09'
export const API_PREFIX = '/api'
export const REQUEST_TIMEOUT_MS = 60_000

export const PAGE = { limit: 20, maxLimit: 100, maxCursor: 2000, comments: 5, own: 10, hoverCard: 3 } as const

export const ACCOUNT = {
  /** How long an account that its owner deleted is kept. */
  keptMs: 7 * 24 * 3600 * 1000,
  userIdMin: 3,
  userIdMax: 15,
  nicknameMax: 10,
  passwordMin: 6,
  passwordMax: 20,
} as const
export const CAPTCHA = { length: 4, ttlMs: 5 * 60_000 } as const
export const PROFILE = { bioMax: 200, majorMax: 11, interestsMax: 5, interestMax: 8 } as const
export const POST = { titleMax: 100, contentMax: 2000, imagesMax: 9, tagsMax: 10, tagMax: 8 } as const
export const COMMENT = { contentMax: 1000, imagesMax: 9 } as const
/** Maximum number of users that the mentions in one text notify. */
export const MENTION = { notifiedMax: 20 } as const
export const CATEGORY = { nameMax: 50, titleMax: 50 } as const
/** `mask` replaces a word; `importMax` is in lines. */
export const WATCHED_WORD = {
  max: 50,
  mask: '＊＊',
  importMax: 2000,
  testMax: 5000,
  keptMs: 180 * 24 * 3600 * 1000,
} as const
export const TAGS = { hotDefault: 10, hotShown: 5, suggestions: 10, statsMax: 10 } as const
export const SEARCH = { keywordMax: 100, suggestionsMax: 8 } as const
/** `keyMax` in characters; `keepMs` is how long the first answer is kept at least. */
export const IDEMPOTENCY = { header: 'idempotency-key', keyMax: 100, keepMs: 24 * 3600 * 1000 } as const
export const INVITATION = { codeMin: 4, codeMax: 50 } as const
export const ADDRESS_BAN = { networkMax: 60, reasonMax: 200 } as const
/** Of a note that administrators write beside a row. */
export const NOTE_MAX = 100
/** Notes at the top of one channel. */
export const PIN = { max: 3 } as const
export const ANNOUNCEMENT = { titleMax: 40, textMax: 300, linkMax: 300 } as const

export const ADMIN = {
  usernameMin: 2,
  usernameMax: 50,
  batchMax: 1000,
  noticeTitleMax: 100,
  locationMax: 30,
  activities: 50,
  activitiesMax: 100,
  dashboardDays: 30,
} as const

export const UPLOAD = {
  /** The most that administrators can allow (`picture_megabytes`). */
  fileMax: 10 * 1024 * 1024,
  filesMax: 9,
  /** All files of a request. */
  filesBytesMax: 45 * 1024 * 1024,
  /** Width times height. A larger picture is rejected before decoding. */
  pixelsMax: 50_000_000,
  sideMax: 16_384,
} as const

/** docs/api.md#token-lifetime. `accessSeconds` is the default; a site may set more. */
export const TOKEN = { accessSeconds: 3600, refreshSeconds: 30 * 24 * 3600 } as const

export const DEFAULT_AVATAR = '/default-avatar.webp'
export const DEFAULT_BIO = '用户没有任何简介'
export const UNKNOWN_LOCATION = '未知'

export const GENDERS = ['男', '女'] as const
export const EDUCATIONS = ['高中及以下', '大专', '本科', '硕士', '博士'] as const
export const ZODIAC_SIGNS = [
  '白羊座',
  '金牛座',
  '双子座',
  '巨蟹座',
  '狮子座',
  '处女座',
  '天秤座',
  '天蝎座',
  '射手座',
  '摩羯座',
  '水瓶座',
  '双鱼座',
] as const

export const NOTICE = {
  likePost: 1,
  likeComment: 2,
  collectPost: 3,
  commentPost: 4,
  replyComment: 5,
  follow: 6,
  mention: 7,
  /** By the site: what moderators decided about the receiver's notes and comments. */
  moderation: 8,
  /** By the site, to many. */
  announcement: 9,
} as const

/** Notification types of each tab (docs/api.md#notification-tabs). */
export const NOTICE_TABS = {
  comments: [4, 5, 7],
  likes: [1, 2],
  collections: [3],
  follows: [6],
  system: [8, 9],
} as const

export const TARGET = { post: 1, comment: 2 } as const

/** Maximum lengths in a browser's error report, in characters. */
export const BROWSER_ERROR = { messageMax: 300, pageMax: 100, stackMax: 4000 } as const

/** Until administrators name the site. */
export const SITE_NAME = '小石榴'
