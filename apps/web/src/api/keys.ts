/**
 * Query keys: the noun first, so that a change of one thing reaches every list of it
 * (`setQueriesData({ queryKey: keys.posts })`). Add a line here rather than a literal at the place of use.
 */
export const keys = {
  categories: ['categories'],
  hotTags: ['tags', 'hot'],
  tags: ['tags', 'all'],

  posts: ['posts'],
  post: (id: number) => ['post', id],
  feed: (filter: object) => ['posts', 'feed', filter],
  postsOfUser: (userId: string, filter: object = {}) => ['posts', 'of-user', userId, filter],
  collectionsOfUser: (userId: string) => ['posts', 'collections', userId],
  likesOfUser: (userId: string) => ['posts', 'likes', userId],
  ownPosts: (filter: object) => ['posts', 'own', filter],
  drafts: (filter: object) => ['posts', 'drafts', filter],
  search: (filter: object) => ['posts', 'search', filter],
  searchUsers: (filter: object) => ['users', 'search', filter],

  comments: (postId: number, sort: string) => ['comments', postId, sort],
  replies: (commentId: number) => ['replies', commentId],

  me: (id: number | null) => ['me', id],
  user: (userId: string) => ['user', userId],
  userStats: (userId: string) => ['user', userId, 'stats'],
  followStatus: (userId: string) => ['user', userId, 'follow'],
  follows: (userId: string, kind: string) => ['users', kind, userId],

  unread: ['unread'],
  unreadByType: ['unread', 'by-type'],
  unreadCount: ['unread', 'count'],
  allNotifications: ['notifications'],
  notifications: (tab: string) => ['notifications', tab],

  adminMe: (id: number | null) => ['admin-me', id],
  adminRows: (resource: string, query: object) => ['admin', resource, query],
  admin: ['admin'],
} as const
