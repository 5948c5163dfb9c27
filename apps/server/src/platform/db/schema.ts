/** The tables as Kysely sees them. Times are epoch milliseconds, flags 0 or 1. Counters of posts leave out drafts. */
import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { ModerationState } from '@shiliu/contract/moderation'
import type { Generated } from 'kysely'
import type { BackupTables } from './backup-schema.ts'
import type { CampusTables } from './campus-schema.ts'
import type { ChannelTables } from './channel-schema.ts'
import type { DataExportTables } from './data-export-schema.ts'
import type { ImportTables } from './import-schema.ts'
import type { MailTables } from './mail-schema.ts'
import type { ModerationTables } from './moderation-schema.ts'
import type { ProblemsTable } from './problems.ts'

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
  /** What the school says that the person is; null without a campus account that says so. */
  campus_badge: Generated<string | null>
  follow_count: Generated<number>
  fans_count: Generated<number>
  post_count: Generated<number>
  /** Likes and collections received by the user's published posts. */
  like_count: Generated<number>
  collect_count: Generated<number>
  /** 0 while the account is banned (`account_sanctions` says why and until when). */
  is_active: Generated<Flag>
  /** 1 while the profile and all that the account wrote is hidden: by a ban, or in the trash. */
  is_hidden: Generated<Flag>
  /** 1 while what the account wrote does not follow `is_hidden` yet. */
  is_hiding: Generated<Flag>
  /** The code that it was registered with, also where that is gone. */
  invitation_id: number | null
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
  /** `owner` for those of before there were roles. */
  role: Generated<AdminRole>
  /** Encrypted with the site's secret; set before it is confirmed. */
  totp_secret: string | null
  /** When it was confirmed; null: no second factor. */
  totp_since: number | null
  /** The period of the last code that was taken: none is taken twice. */
  totp_period: Generated<number>
  /** Where the digest of what waits goes. */
  email: string | null
  created_at: number
  updated_at: number
}

/** What signs an administrator in without the authenticator, once; deleted when it is used. */
export type RecoveryCodesTable = { id: Generated<number>; admin_id: number; code_hash: string }

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

/** Days (since 1970, in China) on which a person signed in or renewed a session. */
export type ActiveDaysTable = { id: Generated<number>; day: number; user_id: number }

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

/** Counted attempts of a site without Redis (platform/attempts.ts). */
export type AttemptsTable = {
  key_hash: string
  count: number
  first_at: number
  last_at: number
  expires_at: number
}

/** Codes to register with where the site asks for one. */
export type InvitationsTable = {
  id: Generated<number>
  code: string
  /** Normalized and unique. */
  code_key: string
  note: string
  /** Null for as many as there are. */
  uses_left: number | null
  used_count: number
  /** The last day, in the site's time zone (`2026-12-31`); null for good. */
  expires_on: string | null
  created_at: number
}

export type CaptchasTable = { id: string; answer: string; expires_at: number }

export type CategoriesTable = {
  id: Generated<number>
  name: string
  name_key: string
  /** Lower-case English slug, shown in the channel's URL. */
  category_title: string
  post_count: Generated<number>
  /** 1 in the trash: then another has the name, and `category_title` stands in `kept_title`. */
  is_trashed: Generated<Flag>
  kept_title: string | null
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

/** What addresses of pictures began with, at any time (`https://pictures.example.org/shiliu`). */
export type MediaPlacesTable = { id: Generated<number>; base: string; created_at: number }

export type PostsTable = {
  id: Generated<number>
  user_id: number
  category_id: number | null
  title: string
  content: string
  /** What the author chose. */
  is_draft: Flag
  /** 1 if only author and moderators see it: a draft, one that is not `visible`, or an author who is hidden. */
  is_private: Generated<Flag>
  state: Generated<ModerationState>
  /** Shown to the author. */
  state_reason: string | null
  /** 1 while all that its author wrote is hidden. */
  author_hidden: Generated<Flag>
  is_featured: Generated<Flag>
  /** 1 once its author appealed: `appeals` has at least one row. */
  appealed: Generated<Flag>
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

/** That an author published a post, for a day; outlives the post. */
export type PublicationsTable = { id: Generated<number>; user_id: number; created_at: number }

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
  merged_into: Generated<number | null>
  /** 1 in the trash: `name_key` is then free for another. */
  is_trashed: Generated<Flag>
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
  /** 1 if it, one above it or its author is withheld. Counters leave those out. */
  is_private: Generated<Flag>
  state: Generated<ModerationState>
  /** Shown to the author. */
  state_reason: string | null
  author_hidden: Generated<Flag>
  /** 1 once its author appealed: `appeals` has at least one row. */
  appealed: Generated<Flag>
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
  /** 1 while what it is about is not visible. */
  is_hidden: Generated<Flag>
  announcement_id: Generated<number | null>
  created_at: number
}

/** Events that a user was told of in the last hour and whose notification was withdrawn. */
export type ToldEventsTable = { id: Generated<number>; user_id: number; event_key: string; told_at: number }

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
  /** The number of the last step that its code knows; null before it has said so. */
  step: number | null
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

/** Public ids of deleted accounts, as `user_id_key`: nobody gets them again. */
export type UsedIdsTable = { user_id_key: string; deleted_at: number }

type SiteTables = {
  users: UsersTable
  admins: AdminsTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  active_days: ActiveDaysTable
  refresh_tokens: RefreshTokensTable
  attempts: AttemptsTable
  problems: ProblemsTable
  captchas: CaptchasTable
  invitations: InvitationsTable
  used_proofs: UsedProofsTable
  categories: CategoriesTable
  media: MediaTable
  removed_media: RemovedMediaTable
  media_places: MediaPlacesTable
  upload_days: UploadDaysTable
  posts: PostsTable
  publications: PublicationsTable
  post_images: PostImagesTable
  tags: TagsTable
  post_tags: PostTagsTable
  comments: CommentsTable
  comment_images: CommentImagesTable
  likes: LikesTable
  collections: CollectionsTable
  follows: FollowsTable
  notifications: NotificationsTable
  told_events: ToldEventsTable
  rankings: RankingsTable
  idempotent_requests: IdempotentRequestsTable
  marks: MarksTable
  nodes: NodesTable
  settings: SettingsTable
  addresses: AddressesTable
  used_ids: UsedIdsTable
}

export type Database = SiteTables &
  ModerationTables &
  ChannelTables &
  MailTables &
  DataExportTables &
  ImportTables &
  CampusTables &
  BackupTables
