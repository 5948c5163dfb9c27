/** Users and administrators, with their old passwords. */
import { createHash } from 'node:crypto'
import { ACCOUNT, ADMIN, DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { adminUsernameRule, length } from '@shiliu/contract/rules'
import { tidyLine } from '@shiliu/contract/text'
import { storedDetailUrl } from '#modules/media/media.service.ts'
import { SITE } from '#modules/moderation/history.service.ts'
import { indexUsers } from '#modules/users/users.service.ts'
import { cut } from '#platform/cut.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { NO_PASSWORD, oldPassword, protectOldPasswords } from '#platform/passwords.ts'
import { insertRows, listOldIds, type NewRow, setMediaOwners, takenKeys } from './import.repo.ts'
import {
  bioOf,
  nicknameOf,
  noteCommonPassword,
  passwordOf,
  personalityOf,
  spareUserId,
  wantedUserId,
} from './old-profiles.ts'
import { resolvePicture, storedUploads } from './old-uploads.ts'
import { flagOf, textOf, timeOf, timeOrNull } from './old-values.ts'
import type { SourceRow } from './source.ts'
import { type Batch, type Run, stageWith } from './stage.ts'

/** For an account that can have neither its own id nor one like it. */
function lastUserId(row: SourceRow): string {
  const digest = createHash('sha256').update(textOf(row, 'user_id')).digest('hex')
  return `u${row.id}_${digest}`.slice(0, ACCOUNT.userIdMax)
}

/** Public ids that others of the old site keep, in their normalized form. */
type Others = ReadonlySet<string>

/** By the ids of their rows, as they are to be stored. */
async function protectPasswords({ dryRun }: Run, rows: readonly SourceRow[]): Promise<Map<number, string>> {
  // A dry run spares the time, and leaves no hash in a file of this machine.
  if (dryRun) return new Map(rows.map(({ id }) => [id, NO_PASSWORD]))
  const known = rows.flatMap((row) => {
    const marked = oldPassword(textOf(row, 'password'))
    return marked === null ? [] : [{ id: row.id, marked }]
  })
  const stored = await protectOldPasswords(known.map(({ marked }) => marked))
  return new Map(known.map(({ id }, i) => [id, stored[i] ?? '']))
}

export const usersStage = stageWith({
  name: 'users',
  label: '用户',
  table: 'users',
  limit: 200,
  async prepare(run, rows) {
    const refused = rows.filter((row) => !wantedUserId(row).isKept)
    const candidates = refused.flatMap((row) => [wantedUserId(row).userId, spareUserId(row.id)])
    const existing = await run.source.existingUserIds(candidates)
    const kept = existing.filter((user_id) => wantedUserId({ id: 0, user_id }).isKept)
    const others = new Set(kept.map((id) => normalizedKey(id)))
    return { others, passwords: await protectPasswords(run, rows) }
  },
  async write(batch, { others, passwords }) {
    const { t, rows, findings } = batch
    const ids = await chooseUserIds(batch, others)
    const uploads = await storedUploads(
      batch,
      rows.map((row) => textOf(row, 'avatar')),
    )
    const owners = new Map<number, number>()
    const users = rows.map((row): NewRow<'users'> & { id: number; user_id: string; nickname: string } => {
      const user_id = ids.get(row.id) ?? lastUserId(row)
      const marked = passwordOf(row, `users ${row.id}`, findings)
      const avatar = resolvePicture(batch, textOf(row, 'avatar'), uploads, `users ${row.id}`)
      if (avatar === 'lost' || avatar === 'invalid') findings.note('avatar', `users ${row.id}`, textOf(row, 'avatar'))
      const media = typeof avatar === 'object' && 'media' in avatar ? avatar.media : null
      if (media && !owners.has(media.id)) owners.set(media.id, row.id)
      const shown = typeof avatar === 'object' && 'url' in avatar ? avatar.url : DEFAULT_AVATAR
      const created_at = timeOf(row, batch.times, findings)
      const is_active = row.is_active === null ? 1 : flagOf(row, 'is_active')
      if (is_active === 0) findings.note('disabled', `users ${row.id}`, user_id)
      return {
        id: row.id,
        user_id,
        user_id_key: normalizedKey(user_id),
        password_hash: passwords.get(row.id) ?? marked,
        nickname: nicknameOf(row, user_id, findings),
        avatar: media ? storedDetailUrl(media.media_key) : shown,
        avatar_media_id: media?.id ?? null,
        bio: bioOf(row, findings),
        ...personalityOf(row, findings),
        is_active,
        last_login_at: timeOrNull(row, 'last_login_at', batch.times),
        created_at,
        updated_at: timeOrNull(row, 'updated_at', batch.times) ?? created_at,
      }
    })
    await insertRows(t.db, 'users', users)
    await insertOldIds(batch, ids)
    await setMediaOwners(t.db, owners)
    await insertRows(t.db, 'account_sanctions', users.filter(({ is_active }) => is_active === 0).map(banOf(batch)))
    if (!batch.run.dryRun) await indexUsers(t, users)
    return users.length
  },
})

/**
 * So that links and sign-ins with the id of before lead to the account. One that only another letter case tells from
 * somebody's is theirs.
 */
async function insertOldIds({ t, rows }: Batch, chosen: ReadonlyMap<number, string>): Promise<void> {
  const wanted = rows.flatMap((row) => {
    const old = textOf(row, 'user_id')
    return old === chosen.get(row.id) ? [] : [{ user_id_key: normalizedKey(old), user_id: row.id }]
  })
  const keys = wanted.map(({ user_id_key }) => user_id_key)
  const taken = new Set([
    '',
    ...(await takenKeys(t.db, 'users', keys)).keys(),
    ...(await listOldIds(t.db, keys)).map(({ user_id_key }) => user_id_key),
  ])
  const free = wanted.filter(({ user_id_key }) => {
    if (taken.has(user_id_key)) return false
    taken.add(user_id_key)
    return true
  })
  await insertRows(t.db, 'old_user_ids', free)
}

/** An account that was disabled is one that is banned without end. */
const banOf =
  ({ times }: Batch) =>
  ({ id }: { id: number }): NewRow<'account_sanctions'> => ({
    user_id: id,
    kind: 'ban',
    reason: '',
    note: '从以前的站点搬来时已经停用',
    until: null,
    hide_content: 0,
    actor: SITE.key,
    actor_name: SITE.name,
    created_at: times.now,
    lifted_at: null,
    lifted_by: null,
  })

/** Each row's public id, none twice, letter case aside. */
async function chooseUserIds({ t, rows, findings }: Batch, others: Others): Promise<Map<number, string>> {
  const wanted = rows.map((row) => ({ row, ...wantedUserId(row) }))
  const candidates = wanted.flatMap(({ row, userId }) => [userId, spareUserId(row.id)])
  const taken = new Set(
    (
      await takenKeys(
        t.db,
        'users',
        candidates.map((id) => normalizedKey(id)),
      )
    ).keys(),
  )
  const chosen = new Map<number, string>()
  // Those that may keep theirs come first.
  for (const { row, userId, isKept } of wanted.toSorted((a, b) => Number(b.isKept) - Number(a.isKept))) {
    const isFree = (id: string) => !taken.has(normalizedKey(id)) && (isKept || !others.has(normalizedKey(id)))
    const id = (isKept ? [userId] : [userId, spareUserId(row.id)]).find(isFree) ?? lastUserId(row)
    taken.add(normalizedKey(id))
    chosen.set(row.id, id)
    const old = textOf(row, 'user_id')
    if (id !== old) findings.note('user_id', old, old, id)
    else if (id.length < ACCOUNT.userIdMin) findings.note('user_id_short', `users ${row.id}`, id)
  }
  return chosen
}

export const adminsStage = stageWith({
  name: 'admins',
  label: '管理员',
  table: 'admin',
  limit: 200,
  prepare: protectPasswords,
  async write({ t, rows, times, findings }, passwords) {
    const wanted = rows.map((row) => ({ row, username: usernameOf(row) }))
    const keys = wanted.map(({ username }) => normalizedKey(username))
    const taken = new Map(await takenKeys(t.db, 'admins', keys))
    const admins = wanted.flatMap(({ row, username }): NewRow<'admins'>[] => {
      const username_key = normalizedKey(username)
      if (taken.has(username_key)) {
        findings.note('admin_taken', username)
        return []
      }
      taken.set(username_key, row.id)
      if (username !== textOf(row, 'username'))
        findings.note('admin_name', `admin ${row.id}`, textOf(row, 'username'), username)
      const marked = passwordOf(row, `admin ${row.id}`, findings)
      noteCommonPassword(marked, username, findings)
      const password_hash = passwords.get(row.id) ?? marked
      const created_at = timeOf(row, times, findings)
      return [
        { username, username_key, password_hash, is_active: 1, role: 'owner', created_at, updated_at: created_at },
      ]
    })
    await insertRows(t.db, 'admins', admins)
    return admins.length
  },
})

function usernameOf(row: SourceRow): string {
  const line = tidyLine(textOf(row, 'username'))
  if (adminUsernameRule(line) === null) return line
  return length(line) > ADMIN.usernameMax ? cut(line, ADMIN.usernameMax) : `admin-${row.id}`
}
