/** The resources of the back office, in the order of its menu. */
import type { EditableResource, Resource } from './define-resource.ts'
import { admins } from './resources/admins.ts'
import { defineAudits } from './resources/audits.ts'
import { categories } from './resources/categories.ts'
import { collections } from './resources/collections.ts'
import { comments } from './resources/comments.ts'
import { follows } from './resources/follows.ts'
import { likes } from './resources/likes.ts'
import { notifications } from './resources/notifications.ts'
import { posts } from './resources/posts.ts'
import { sessions } from './resources/sessions.ts'
import { tags } from './resources/tags.ts'
import { users } from './resources/users.ts'

const editable: readonly EditableResource[] = [
  users,
  posts,
  comments,
  categories,
  tags,
  likes,
  collections,
  follows,
  notifications,
  sessions,
  admins,
]

export const resources: readonly Resource[] = [...editable, defineAudits(editable)]
