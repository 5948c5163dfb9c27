/** The tables as Kysely sees them. Times are epoch milliseconds, flags 0 or 1. Counters of posts leave out drafts. */
import type { Generated } from 'kysely'

type Flag = number

export type UsersTable = {
  id: Generated<number>
  /** Public id (小石榴号) as the user wrote it; `user_id_key` is normalized and unique regardless of case. */
  user_id: string
  user_id_key: string
  password_hash: string
  nickname: string
  avatar: string
  avatar_media_id: number | null
  bio: string
  location: string
  gender: string | null
  zodiac_sign: string | null
  mbti: string | null
  education: string | null
  major: string | null
  /** JSON array of strings. */
  interests: string | null
  follow_count: Generated<number>
  fans_count: Generated<number>
  post_count: Generated<number>
  /** Likes and collections received by the user's published posts. */
  like_count: Generated<number>
  collect_count: Generated<number>
  is_active: Generated<Flag>
  last_login_at: number | null
  created_at: number
  updated_at: number
}

export type AdminsTable = {
  id: Generated<number>
  username: string
  username_key: string
  password_hash: string
  is_active: Generated<Flag>
  created_at: number
  updated_at: number
}

/** A sign-in on one device; exactly one of `user_id` and `admin_id` is set. */
export type SessionsTable = {
  id: Generated<number>
  user_id: number | null
  admin_id: number | null
  user_agent: string
  is_active: Generated<Flag>
  expires_at: number
  last_activity: number
  created_at: number
  updated_at: number
}

/** Recent refresh tokens of a session. Using one whose successor was used, too, ends the session. */
export type RefreshTokensTable = {
  id: Generated<number>
  session_id: number
  token_hash: string
  created_at: number
  replaced_at: number | null
}

/** Proofs of work that were used, kept until they would have expired. */
export type UsedProofsTable = { signature: string; expires_at: number }

export type CaptchasTable = { id: string; answer: string; expires_at: number }

export type CategoriesTable = {
  id: Generated<number>
  name: string
  name_key: string
  /** Lower-case English slug, shown in the channel's URL. */
  category_title: string
  post_count: Generated<number>
  created_at: number
}

export type MediaTable = {
  id: Generated<number>
  /** Storage key of the files without the size suffix. */
  media_key: string
  owner_id: number | null
  width: number
  height: number
  thumbhash: string
  bytes: number
  created_at: number
}

/** What an account has uploaded on a day of the site's time zone (`2026-09-01`). */
export type UploadDaysTable = {
  id: Generated<number>
  /** `user:5` or `admin:1`. */
  account: string
  day: string
  pixels: number
  bytes: number
}

/** Deleted media whose files may still exist. */
export type RemovedMediaTable = { id: Generated<number>; media_key: string }

export type PostsTable = {
  id: Generated<number>
  user_id: number
  category_id: number | null
  title: string
  content: string
  is_draft: Flag
  /** 1 for a draft that was published before. */
  taken_back: Generated<Flag>
  /** How many posts the author had published in the day before this one. */
  day_posts: Generated<number>
  view_count: Generated<number>
  like_count: Generated<number>
  collect_count: Generated<number>
  comment_count: Generated<number>
  hot_score: Generated<number>
  /** Where the author last wrote it; null where that is unknown, and the author's stands in its place. */
  location: string | null
  created_at: number
  updated_at: number
}

/** A picture of a post: our own media or, if an administrator entered it, an external URL. */
export type PostImagesTable = {
  id: Generated<number>
  post_id: number
  position: number
  media_id: number | null
  url: string | null
}

export type TagsTable = {
  id: Generated<number>
  name: string
  name_key: string
  use_count: Generated<number>
  /** 1 if an administrator created or named it: it is offered before a post uses it. */
  by_admin: Generated<number>
  created_at: number
}

export type PostTagsTable = { id: Generated<number>; post_id: number; tag_id: number; position: number }

export type CommentsTable = {
  id: Generated<number>
  post_id: number
  user_id: number
  parent_id: number | null
  /** Top-level ancestor of a reply, so that a thread is one index range. */
  root_id: number | null
  content: string
  like_count: Generated<number>
  /** Direct replies. */
  reply_count: Generated<number>
  /** Where it was written; null where that is unknown. */
  location: string | null
  created_at: number
}

export type CommentImagesTable = { id: Generated<number>; comment_id: number; media_id: number }

/** `post_id` or `comment_id` repeats `target_id` so that deleting the target cascades to the like. */
export type LikesTable = {
  id: Generated<number>
  user_id: number
  target_type: number
  target_id: number
  post_id: number | null
  comment_id: number | null
  created_at: number
}

export type CollectionsTable = { id: Generated<number>; user_id: number; post_id: number; created_at: number }
export type FollowsTable = { id: Generated<number>; follower_id: number; following_id: number; created_at: number }

export type NotificationsTable = {
  id: Generated<number>
  user_id: number
  sender_id: number
  type: number
  title: string
  /** The post; null for a follow. */
  target_id: number | null
  comment_id: number | null
  /** Unique per receiver, so that one event makes one notification. */
  event_key: string
  is_read: Generated<Flag>
  created_at: number
}

export type AuditsTable = {
  id: Generated<number>
  /** Null once the administrator is deleted; `username` stays. */
  admin_id: number | null
  username: string
  action: string
  resource: string
  record_id: number
  record_name: string
  before_json: string | null
  after_json: string | null
  created_at: number
}

export type RankingsTable = {
  id: Generated<number>
  /** JSON: ids of posts, hottest first. */
  post_ids: string
  created_at: number
}

export type IdempotentRequestsTable = {
  id: Generated<number>
  /** `user:5` or `admin:1`. */
  account: string
  request_key: string
  /** Digest of endpoint and body. */
  fingerprint: string
  /** The response's body. */
  answer: string
  created_at: number
}

/** What the site has done to itself: once, or up to a number (platform/db/marks.ts). */
export type MarksTable = { name: string; value: number }

export type SettingsTable = {
  name: string
  /** JSON. */
  value: string
  /** Of the administrator who set it. */
  username: string
  updated_at: number
}

/** A process that serves the site on MySQL (platform/db/nodes.ts). */
export type NodesTable = {
  id: Generated<number>
  /** Its id on the bus. */
  node: string
  host: string
  pid: number
  seen_at: number
}

/** From where something was written or signed in to; outlives it. */
export type AddressesTable = {
  id: Generated<number>
  kind: 'session' | 'post' | 'comment'
  record_id: number
  /** `user:5` or `admin:1`. */
  account: string
  address: string
  port: number | null
  created_at: number
}

export type Database = {
  users: UsersTable
  admins: AdminsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  captchas: CaptchasTable
  used_proofs: UsedProofsTable
  categories: CategoriesTable
  media: MediaTable
  removed_media: RemovedMediaTable
  upload_days: UploadDaysTable
  posts: PostsTable
  post_images: PostImagesTable
  tags: TagsTable
  post_tags: PostTagsTable
  comments: CommentsTable
  comment_images: CommentImagesTable
  likes: LikesTable
  collections: CollectionsTable
  follows: FollowsTable
  notifications: NotificationsTable
  audits: AuditsTable
  rankings: RankingsTable
  idempotent_requests: IdempotentRequestsTable
  marks: MarksTable
  nodes: NodesTable
  settings: SettingsTable
  addresses: AddressesTable
}
