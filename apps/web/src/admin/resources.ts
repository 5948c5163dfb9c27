/** The resources of the back office, in the order of its menu. */
import type { Resource } from './define-resource.ts'
import { admins } from './resources/admins.ts'
import { announcements } from './resources/announcements.ts'
import { audits } from './resources/audits.ts'
import { addressBans } from './resources/bans.ts'
import { categories } from './resources/categories.ts'
import { collections } from './resources/collections.ts'
import { comments } from './resources/comments.ts'
import { emailDomains } from './resources/domains.ts'
import { wordFindings } from './resources/findings.ts'
import { follows } from './resources/follows.ts'
import { invitations } from './resources/invitations.ts'
import { likes } from './resources/likes.ts'
import { notifications } from './resources/notifications.ts'
import { posts } from './resources/posts.ts'
import { providers } from './resources/providers.ts'
import { sessions } from './resources/sessions.ts'
import { tags } from './resources/tags.ts'
import { users } from './resources/users.ts'
import { words } from './resources/words.ts'

export const resources: readonly Resource[] = [
  users,
  posts,
  comments,
  categories,
  tags,
  likes,
  collections,
  follows,
  notifications,
  announcements,
  sessions,
  words,
  invitations,
  addressBans,
  emailDomains,
  providers,
  admins,
  wordFindings,
  audits,
]
