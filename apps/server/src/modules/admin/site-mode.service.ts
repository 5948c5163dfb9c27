/** The mode of the site while it moves: the command line closes it to writers, and it opens again by itself. */
import { DEFAULT_SETTINGS, type Settings, SITE_MODES } from '@shiliu/contract/admin/settings'
import type { Ctx } from '#deps.ts'
import { deleteMark, findMark, setMark } from '#platform/db/marks.ts'
import { readSettings, writeSettings } from '#platform/db/settings.ts'
import { tx } from '#platform/db/tx.ts'
import { COMMAND_LINE, recordAudits } from './audits.service.ts'

export type SiteMode = Settings['site_mode']

/** Stored and audited; in force on all nodes within a second. Returns the mode before. */
export function setSiteMode(ctx: Ctx, mode: SiteMode): Promise<SiteMode> {
  return tx(ctx, async (t) => {
    const { site_mode: before } = await readSettings(t.db)
    if (before === mode) return before
    const change =
      mode === DEFAULT_SETTINGS.site_mode
        ? { changes: {}, reset: ['site_mode' as const] }
        : { changes: { site_mode: mode }, reset: [] }
    await writeSettings(t, change, { username: COMMAND_LINE.username, updated_at: t.clock.now() })
    const states = { before: { site_mode: before }, after: { site_mode: mode } }
    await recordAudits(t, COMMAND_LINE, 'update', [{ resource: 'settings', record_id: 0, record_name: '', ...states }])
    return before
  })
}

/** As the site is, or was before a move that was killed had closed it. */
export async function modeBeforeMove(ctx: Ctx): Promise<SiteMode> {
  const { site_mode } = await readSettings(ctx.db)
  const move = await findMark(ctx.db, 'move')
  return (site_mode === 'read_only' && move !== undefined && SITE_MODES[move]) || site_mode
}

/** Closes the site to writers while its rows are copied. */
export function closeForMove(ctx: Ctx): Promise<void> {
  return tx(ctx, async (t) => {
    await setMark(t.db, 'move', SITE_MODES.indexOf(await modeBeforeMove(t)))
    await setSiteMode(t, 'read_only')
  })
}

/** Opens the copy, or the site of which none was made. */
export function endMove(ctx: Ctx, mode: SiteMode): Promise<void> {
  return tx(ctx, async (t) => {
    await deleteMark(t.db, 'move')
    await setSiteMode(t, mode)
  })
}

/** An administrator has set the mode: no move that was given up changes it any more. */
export async function deleteMoveMarks(t: Ctx): Promise<void> {
  await deleteMark(t.db, 'move')
  await deleteMark(t.db, 'media-move')
}

const STORAGES = ['disk', 's3'] as const
export type StorageKind = (typeof STORAGES)[number]

/** One number for both: where the pictures go, and the mode to restore. */
const encodeMove = (storage: StorageKind, before: SiteMode): number =>
  STORAGES.indexOf(storage) * 10 + SITE_MODES.indexOf(before)
const decodeMove = (mark: number) => ({
  storage: STORAGES[Math.floor(mark / 10)],
  before: SITE_MODES[mark % 10] ?? 'open',
})

/** Where the server that started last keeps the pictures; undefined where it does not say so. */
export async function storageInUse({ db }: Ctx): Promise<StorageKind | undefined> {
  const known = await findMark(db, 'media-storage')
  return known === undefined ? undefined : STORAGES[known]
}

/** Closes the site to writers until a server starts with the pictures there. A read-only site stays so. */
export function closeForMediaMove(ctx: Ctx, storage: StorageKind): Promise<void> {
  return tx(ctx, async (t) => {
    const before = await setSiteMode(t, 'read_only')
    if (before === 'read_only') return
    await setMark(t.db, 'media-move', encodeMove(storage, before))
  })
}

/** Opens the site again that a move of pictures has closed. */
export function openAfterMediaMove(ctx: Ctx): Promise<void> {
  return tx(ctx, async (t) => {
    const move = await findMark(t.db, 'media-move')
    if (move === undefined) return
    await deleteMark(t.db, 'media-move')
    await setSiteMode(t, decodeMove(move).before)
  })
}

/** At the start of a server: notes where its pictures are, and ends a move of theirs. */
export async function recordStorage(ctx: Ctx): Promise<void> {
  const kind: StorageKind = ctx.config.s3 ? 's3' : 'disk'
  if ((await storageInUse(ctx)) !== kind) await setMark(ctx.db, 'media-storage', STORAGES.indexOf(kind))
  const move = await findMark(ctx.db, 'media-move')
  if (move !== undefined && decodeMove(move).storage === kind) await openAfterMediaMove(ctx)
}
