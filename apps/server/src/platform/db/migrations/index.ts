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

type Step = { up(db: Kysely<unknown>, engine: Engine): Promise<void> }

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
}
