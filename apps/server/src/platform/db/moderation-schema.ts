/** The tables of what moderators, watched words and sanctions do, as Kysely sees them. */

import type { AppealOutcome, AppealState } from '@shiliu/contract/admin/appeals'
import type { JobAction, JobResource, JobState } from '@shiliu/contract/admin/jobs'
import type { Outcome } from '@shiliu/contract/admin/reports'
import type { WordAction } from '@shiliu/contract/admin/words'
import type { ModerationAction, ModerationState, SanctionKind } from '@shiliu/contract/moderation'
import type { ReportReason } from '@shiliu/contract/reports'
import type { Generated } from 'kysely'

type Flag = number

/** What a moderator, an author or a rule did to notes or comments; together it can be undone. */
export type ModerationActionsTable = {
  id: Generated<number>
  /** `admin:1`, `user:5` or `site`. */
  actor: string
  actor_name: string
  action: ModerationAction
  target_type: number
  reason: string | null
  created_at: number
  undone_at: number | null
  /** What undoing needs to know beside the changes of states. */
  detail_json: string | null
}

export type ModerationChangesTable = {
  id: Generated<number>
  action_id: number
  target_type: number
  target_id: number
  from_state: ModerationState
  to_state: ModerationState
  from_reason: string | null
}

/** What was deleted and can be restored until `purge_at`. */
export type TrashTable = {
  id: Generated<number>
  target_type: number
  target_id: number
  actor: string
  deleted_at: number
  purge_at: number
}

/** What an account was told or may not do. A mute or a ban is in force until `lifted_at` is set or `until` is over. */
export type AccountSanctionsTable = {
  id: Generated<number>
  user_id: number
  kind: SanctionKind
  /** Told to the person; empty where the ban came from the switch of the form. */
  reason: string
  /** For administrators only. */
  note: string
  until: number | null
  hide_content: Flag
  /** `admin:1` or `site`. */
  actor: string
  actor_name: string
  created_at: number
  lifted_at: number | null
  lifted_by: string | null
}

/** Texts that have the word are refused, reviewed, masked or noted; `word_key` is the folded word. */
export type WatchedWordsTable = {
  id: Generated<number>
  word: string
  word_key: string
  action: WordAction
  whole: Flag
  created_at: number
  updated_at: number
}

/** Where a watched word was found; `post_id` is the note that a comment is below. */
export type WordFindingsTable = {
  id: Generated<number>
  word: string
  action: WordAction
  target_type: number
  target_id: number
  post_id: number | null
  field: string
  created_at: number
}

/** A note, comment or user that was reported, however often. */
export type ReportTargetsTable = {
  id: Generated<number>
  target_type: number
  target_id: number
  /** Whose it is or was. */
  owner_id: number | null
  state: Generated<'open' | 'resolved'>
  count: number
  /** Since when it waits, or waited. */
  opened_at: number | null
  last_reported_at: number
  assigned_admin_id: number | null
  /** The decision that hid it because of the number of reports, until a moderator resolves it. */
  hidden_by_action_id: number | null
  outcome: Outcome | null
  /** The decision that resolving made; undoing it opens the report again. */
  action_id: number | null
  resolved_by: string | null
  resolved_at: number | null
  /** How often it was resolved, so that each time is told once. */
  resolutions: Generated<number>
}

export type ReportsTable = {
  id: Generated<number>
  report_target_id: number
  /** Null once the account is deleted. */
  reporter_id: number | null
  reason: ReportReason
  text: string | null
  /** 1 once the reporter was told what became of it. */
  is_told: Generated<Flag>
  created_at: number
}

/** What moderators tell each other about a report. */
export type ReportNotesTable = {
  id: Generated<number>
  report_target_id: number
  author_name: string
  text: string
  created_at: number
}

/** An author's objection to what was decided about a note or a comment. */
export type AppealsTable = {
  id: Generated<number>
  target_type: number
  target_id: number
  user_id: number
  text: string
  /** How the target was, and what its author had been told. */
  against_state: ModerationState
  against_reason: string | null
  state: Generated<AppealState>
  outcome: AppealOutcome | null
  /** The decision that ended it; undoing it opens the appeal again. */
  action_id: number | null
  answer: string | null
  resolved_by: string | null
  created_at: number
  resolved_at: number | null
}

/** What moderators tell each other about a user. */
export type UserNotesTable = {
  id: Generated<number>
  user_id: number
  author_name: string
  text: string
  created_at: number
}

/** Work on many rows in the background. */
export type BulkJobsTable = {
  id: Generated<number>
  resource: JobResource
  /** `undo` takes back the job `undoes_id`. */
  action: JobAction | 'undo'
  reason: string | null
  /** The filter that chose the rows, and what the action needs to know. */
  details_json: string
  /** Null once the administrator is deleted. */
  admin_id: number | null
  username: string
  state: JobState
  /** What it ends as where it stops early. */
  outcome: 'stopped' | 'failed' | null
  /** Why it stopped or failed. */
  note: string | null
  total: number
  done: Generated<number>
  changed: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  /** The row of `moderation_actions` that undoes it. */
  action_id: number
  undoes_id: number | null
  /** Authors up to this one were told. */
  told_user_id: Generated<number>
  /** Who works on it, until `lease_until`. */
  node: string | null
  lease_until: number
  created_at: number
  started_at: number | null
  ended_at: number | null
}

/** Rows of a job that one transaction changes. */
export type BulkJobPiecesTable = {
  id: Generated<number>
  job_id: number
  target_type: number
  ids_json: string
  /** What undoing needs beside the history of decisions. */
  before_json: string | null
  is_done: Generated<Flag>
}

/** From where nobody signs up or writes, until the end of a day of the site's zone; null for good. */
export type AddressBansTable = {
  id: Generated<number>
  /** As platform/networks.ts writes it. */
  network: string
  reason: string
  note: string
  /** Null: for good. */
  until: number | null
  /** Of version before; `until` stands for it. */
  expires_on: Generated<string | null>
  username: string
  created_at: number
}

/** What administrators did and read; lines are only ever added, and deleted by age. */
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
  /** Unique where it is set: of what is only read, one line an hour. */
  once_key: Generated<string | null>
}

/** Which moderator looks at what waits for review, until when. */
export type ReviewClaimsTable = {
  id: Generated<number>
  target_type: number
  target_id: number
  admin_id: number
  until: number
}

export type ModerationTables = {
  moderation_actions: ModerationActionsTable
  moderation_changes: ModerationChangesTable
  trash: TrashTable
  account_sanctions: AccountSanctionsTable
  address_bans: AddressBansTable
  watched_words: WatchedWordsTable
  word_findings: WordFindingsTable
  report_targets: ReportTargetsTable
  reports: ReportsTable
  report_notes: ReportNotesTable
  user_notes: UserNotesTable
  bulk_jobs: BulkJobsTable
  bulk_job_pieces: BulkJobPiecesTable
  appeals: AppealsTable
  audits: AuditsTable
  review_claims: ReviewClaimsTable
}
