/** Settings of the site that administrators change while it runs: rows in the database, a copy in each process. */
import { DEFAULT_SETTINGS, type SettingName, type Settings, settingSchemas } from '@shiliu/contract/admin/settings'
import type { Bus } from '../events/bus.ts'
import type { Db } from './client.ts'
import { type LiveCopy, openLiveCopy } from './live-copy.ts'
import { afterCommit, type TxContext } from './tx.ts'

export type LiveSettings = LiveCopy<Settings>

/** A name that an older version stored, or a value that this one does not allow, counts as not set. */
function parseRow({ name, value }: { name: string; value: string }): Partial<Settings> {
  if (!Object.hasOwn(settingSchemas, name)) return {}
  const parsed = settingSchemas[name as SettingName].safeParse(JSON.parse(value))
  return parsed.success ? { [name]: parsed.data } : {}
}

/** The rows: only what was changed has one. */
export function listSettings(db: Db) {
  return db.selectFrom('settings').selectAll().orderBy('name').execute()
}

/** As they are stored now, which a transaction may need. */
export async function readSettings(db: Db): Promise<Settings> {
  return Object.assign({}, DEFAULT_SETTINGS, ...(await listSettings(db)).map(parseRow))
}

/** The settings in force, kept current. */
export function openSettings(db: Db, bus: Bus): Promise<LiveSettings> {
  return openLiveCopy(db, bus, DEFAULT_SETTINGS, { topic: 'settings-changed', read: readSettings })
}

/**
 * Stores values that passed their schema, or none for `reset`; in force on this node after the commit, on others within
 * a second.
 */
export async function writeSettings(
  t: TxContext & { settings: LiveSettings; bus: Bus },
  { changes, reset }: { changes: Partial<Settings>; reset: SettingName[] },
  by: { username: string; updated_at: number },
): Promise<void> {
  const rows = Object.entries(changes).map(([name, value]) => ({ name, value: JSON.stringify(value), ...by }))
  const names = [...rows.map(({ name }) => name), ...reset]
  if (names.length === 0) return
  await t.db.deleteFrom('settings').where('name', 'in', names).execute()
  if (rows.length > 0) await t.db.insertInto('settings').values(rows).execute()
  afterCommit(t, async () => {
    await t.settings.reload().catch(() => {})
    t.bus.publish('settings-changed', {})
  })
}
