/**
 * The tables of what editors and moderators put forward, as Kysely sees them: announcements, pins, synonyms and merges
 * of tags.
 */
import type { Audience } from '@shiliu/contract/admin/announcements'
import type { Generated } from 'kysely'

type Flag = number

export type AnnouncementsTable = {
  id: Generated<number>
  kind: 'banner' | 'notification'
  title: string
  text: string
  link: string | null
  audience: Audience
  category_id: number | null
  dismissable: Flag
  starts_at: number
  ends_at: number | null
  /** How far a notification has come; null of a banner. */
  delivery: 'waiting' | 'sending' | 'sent' | 'withdrawn' | null
  /** Accounts up to this id were told, or are none of its readers. */
  sent_to: Generated<number>
  sent_count: Generated<number>
  /** People who saw the banner. */
  seen_count: Generated<number>
  guest_views: Generated<number>
  /** Set until pieces have removed what belongs to it. */
  deleted_at: number | null
  created_at: number
}

/** Who saw which banner, and who closed it. */
export type AnnouncementReadsTable = {
  id: Generated<number>
  announcement_id: number
  user_id: number
  dismissed: Generated<Flag>
  seen_at: number
}

/** Another name of a tag; `merge_id` where it was a tag of its own. */
export type TagSynonymsTable = {
  id: Generated<number>
  tag_id: number
  name: string
  name_key: string
  merge_id: number | null
  created_at: number
}

export type TagMergesTable = {
  id: Generated<number>
  from_id: number
  from_name: string
  into_id: number
  state: 'running' | 'done' | 'undoing' | 'undone'
  /** Moved so far. */
  notes: Generated<number>
  /** Ids of the synonyms that came along. */
  moved_json: string
  created_at: number
}

/** Which tags a note had before a merge. */
export type TagMergePostsTable = { id: Generated<number>; merge_id: number; post_id: number; tags_json: string }

/** A note at the top of a channel: 0 is 推荐, another number a category's id. Those whose time has come are over. */
export type PostPinsTable = {
  id: Generated<number>
  post_id: number
  channel: number
  until: number | null
  actor_name: string
  created_at: number
}

export type ChannelTables = {
  post_pins: PostPinsTable
  tag_synonyms: TagSynonymsTable
  tag_merges: TagMergesTable
  tag_merge_posts: TagMergePostsTable
  announcements: AnnouncementsTable
  announcement_reads: AnnouncementReadsTable
}
