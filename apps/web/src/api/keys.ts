/** Query keys, with the noun first, so that `keys.posts` matches every list of notes. */
export const keys = {
  categories: ['categories'],
  hotTags: ['tags', 'hot'],
  tags: ['tags', 'all'],

  posts: ['posts'],
  post: (id: number) => ['post', id],
  postEdit: (id: number) => ['post-edit', id],
  feeds: ['posts', 'feed'],
  feed: (filter: object) => ['posts', 'feed', filter],
  hoverPosts: (userId: string) => ['posts', 'hover-card', userId],
  postsOfUser: (userId: string, filter: object = {}) => ['posts', 'of-user', userId, filter],
  collectionsOfUser: (userId: string) => ['posts', 'collections', userId],
  likesOfUser: (userId: string) => ['posts', 'likes', userId],
  ownPosts: (filter: object) => ['posts', 'own', filter],
  drafts: (filter: object) => ['posts', 'drafts', filter],
  search: (filter: object) => ['posts', 'search', filter],
  anyUsers: ['users'],
  suggestions: (keyword: string) => ['suggestions', keyword],
  searchUsers: (filter: object) => ['users', 'search', filter],

  commentsOfPost: (postId: number) => ['comments', postId],
  anyComments: ['comments'],
  comments: (postId: number, sort: string, firstPage: number) => ['comments', postId, sort, firstPage],
  commentPlace: (id: number | null) => ['comment-place', id],

  me: (id: number | null) => ['me', id],
  anyUser: ['user'],
  user: (userId: string) => ['user', userId],
  userStats: (userId: string) => ['user', userId, 'stats'],
  followStatus: (userId: string) => ['user', userId, 'follow'],
  allFollows: ['users', 'follows'],
  follows: (userId: string, kind: string) => ['users', 'follows', kind, userId],

  mentionable: (userId: string) => ['mentionable', userId],
  mentionSearch: (keyword: string) => ['mentionable', 'search', keyword],

  unread: ['unread'],
  allNotifications: ['notifications'],
  notifications: (tab: string) => ['notifications', tab],

  adminMe: (id: number | null) => ['admin-me', id],
  adminRows: (resource: string, query: object) => ['admin', resource, query],
  adminRow: (resource: string, id: number) => ['admin', resource, id],
  adminActivities: ['admin', 'monitor', 'activities'],
  adminSettings: ['admin', 'settings'],
  adminDashboard: ['admin', 'monitor', 'dashboard'],
  admin: ['admin'],

  captcha: ['captcha'],
  registration: ['registration'],
  apiDocument: ['api-document'],
} as const
