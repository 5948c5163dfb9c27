/** All migrations in order. They only go forward, and each can be run again after a crash. */
import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import * as accounts from './0001-accounts.ts'
import * as posts from './0002-posts.ts'
import * as reactions from './0003-reactions.ts'
import * as search from './0004-search.ts'
import * as searchAuthors from './0005-search-authors.ts'
import * as searchNotes from './0006-search-notes.ts'
import * as audits from './0007-audits.ts'
import * as draftsByChange from './0008-drafts-by-change.ts'
import * as removedMedia from './0009-removed-media.ts'
import * as takenBack from './0010-taken-back.ts'
import * as rankings from './0011-rankings.ts'
import * as idempotentRequests from './0012-idempotent-requests.ts'
import * as marks from './0013-marks.ts'
import * as adminTags from './0014-admin-tags.ts'
import * as usersByFollowers from './0015-users-by-followers.ts'
import * as settings from './0016-settings.ts'
import * as usedProofs from './0017-used-proofs.ts'
import * as hotScores from './0018-hot-scores.ts'
import * as nodes from './0019-nodes.ts'
import * as uploadDays from './0020-upload-days.ts'
import * as dayPosts from './0021-day-posts.ts'
import * as places from './0022-places.ts'
import * as publications from './0023-publications.ts'
import * as moderationStates from './0024-moderation-states.ts'
import * as toldEvents from './0025-told-events.ts'
import * as attempts from './0026-attempts.ts'
import * as adminRoles from './0027-admin-roles.ts'
import * as hiddenNotifications from './0028-hidden-notifications.ts'
import * as secondFactors from './0029-second-factors.ts'
import * as accountSanctions from './0030-account-sanctions.ts'
import * as watchedWords from './0031-watched-words.ts'
import * as usedIds from './0032-used-ids.ts'
import * as reports from './0033-reports.ts'
import * as invitations from './0034-invitations.ts'
import * as reportAges from './0035-report-ages.ts'
import * as reviewClaims from './0036-review-claims.ts'
import * as appeals from './0037-appeals.ts'
import * as trash from './0038-trash.ts'
import * as auditFilters from './0039-audit-filters.ts'
import * as addressBans from './0040-address-bans.ts'
import * as bulkJobs from './0041-bulk-jobs.ts'
import * as announcements from './0042-announcements.ts'
import * as tagMerges from './0043-tag-merges.ts'
import * as highlights from './0044-highlights.ts'
import * as userPages from './0045-user-pages.ts'
import * as banTimes from './0046-ban-times.ts'
import * as mediaPlaces from './0047-media-places.ts'
import * as backups from './0048-backups.ts'
import * as oldSites from './0049-old-sites.ts'
import * as problems from './0050-problems.ts'
import * as mail from './0051-mail.ts'
import * as emails from './0052-emails.ts'
import * as campus from './0053-campus.ts'
import * as dataExports from './0055-data-exports.ts'
import * as nodeSteps from './0057-node-steps.ts'
import * as campusLogout from './0059-campus-logout.ts'
import * as registrationEmails from './0060-registration-emails.ts'
import * as problemTraces from './0061-problem-traces.ts'
import * as dataExportRetries from './0063-data-export-retries.ts'
import * as auditAddresses from './0064-audit-addresses.ts'
import * as oldUserIds from './0066-old-user-ids.ts'
import * as mailOrder from './0067-mail-order.ts'

/**
 * A step that expands leaves what code of the version before reads and writes as it was: new tables, indexes, and
 * columns that may be left out. One that contracts takes something away or gives it another meaning; `needs` is the
 * step from which on code copes with that, the step itself if absent.
 */
export type Step = { up(db: Kysely<unknown>, engine: Engine): Promise<void> } & (
  | { kind: 'expand' }
  | { kind: 'contract'; needs?: string }
)

/** In the order of their numbers; 0054, 0056, 0058, 0062 and 0065 were never released. */
export const migrations: Record<string, Step> = {
  '0001-accounts': accounts,
  '0002-posts': posts,
  '0003-reactions': reactions,
  '0004-search': search,
  '0005-search-authors': searchAuthors,
  '0006-search-notes': searchNotes,
  '0007-audits': audits,
  '0008-drafts-by-change': draftsByChange,
  '0009-removed-media': removedMedia,
  '0010-taken-back': takenBack,
  '0011-rankings': rankings,
  '0012-idempotent-requests': idempotentRequests,
  '0013-marks': marks,
  '0014-admin-tags': adminTags,
  '0015-users-by-followers': usersByFollowers,
  '0016-settings': settings,
  '0017-used-proofs': usedProofs,
  '0018-hot-scores': hotScores,
  '0019-nodes': nodes,
  '0020-upload-days': uploadDays,
  '0021-day-posts': dayPosts,
  '0022-places': places,
  '0023-publications': publications,
  '0024-moderation-states': moderationStates,
  '0025-told-events': toldEvents,
  '0026-attempts': attempts,
  '0027-admin-roles': adminRoles,
  '0028-hidden-notifications': hiddenNotifications,
  '0029-second-factors': secondFactors,
  '0030-account-sanctions': accountSanctions,
  '0031-watched-words': watchedWords,
  '0032-used-ids': usedIds,
  '0033-reports': reports,
  '0034-invitations': invitations,
  '0035-report-ages': reportAges,
  '0036-review-claims': reviewClaims,
  '0037-appeals': appeals,
  '0038-trash': trash,
  '0039-audit-filters': auditFilters,
  '0040-address-bans': addressBans,
  '0041-bulk-jobs': bulkJobs,
  '0042-announcements': announcements,
  '0043-tag-merges': tagMerges,
  '0044-highlights': highlights,
  '0045-user-pages': userPages,
  '0046-ban-times': banTimes,
  '0047-media-places': mediaPlaces,
  '0048-backups': backups,
  '0049-old-sites': oldSites,
  '0050-problems': problems,
  '0051-mail': mail,
  '0052-emails': emails,
  '0053-campus': campus,
  '0055-data-exports': dataExports,
  '0057-node-steps': nodeSteps,
  '0059-campus-logout': campusLogout,
  '0060-registration-emails': registrationEmails,
  '0061-problem-traces': problemTraces,
  '0063-data-export-retries': dataExportRetries,
  '0064-audit-addresses': auditAddresses,
  '0066-old-user-ids': oldUserIds,
  '0067-mail-order': mailOrder,
}
