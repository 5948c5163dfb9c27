/** `move-media`: the pictures from the disk into a bucket or back, while the site runs. */
import { mkdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '#deps.ts'
import {
  closeForMediaMove,
  openAfterMediaMove,
  type StorageKind,
  storageInUse,
} from '#modules/admin/site-mode.service.ts'
import { rememberPlace } from '#modules/media/media.service.ts'
import { CopyDiffersError, type CopyReport, copyMedia, removeDeletedCopies } from '#modules/media/move-media.service.ts'
import { isServed } from '#platform/db/single-instance-lock.ts'
import { diskStorage, uploadsDir } from '#platform/storage/disk.ts'
import { freeSpace, LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { s3Storage } from '#platform/storage/s3.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type RegisterCommands, UserError } from './command-context.ts'
import { moveFailure, reopenAfter, stoppable, storageWords, toUserError } from './failures.ts'

const WORDS: Record<StorageKind, string> = { s3: '对象存储', disk: '磁盘' }
/** Servers read the settings each second, and finish what they have begun. */
const SETTLE_MS = 3000
const CHECK_MS = 5000
const EXAMPLES = 10

type Options = { to: string; copyOnly?: boolean }

export const moveMediaCommand: RegisterCommands = (program, context) => {
  program
    .command('move-media')
    .usage('--to s3|disk [选项]')
    .description('把图片搬到对象存储或搬回磁盘，网站照常运行；中断了再运行一次会接着做')
    .requiredOption('-t, --to <哪里>', 's3（对象存储）或 disk（DATA_DIR/uploads）')
    .option('--copy-only', '只先复制，不让网站只读，不切换')
    .action(async ({ to: where, copyOnly = false }: Options) => {
      const config = context.config()
      if (where !== 's3' && where !== 'disk') throw new UserError(`--to 只能是 s3 或 disk，不能是 ${where}`)
      const { s3 } = config
      if (!s3) throw new UserError('请先在 .env 里写好 S3_BUCKET 等设置，服务器先不要重启')
      await context.withApp(async (ctx) => {
        const disk = diskStorage(config)
        const bucket = await s3Storage(s3)
        const bar = context.progress('复制图片')
        try {
          mkdirSync(uploadsDir(config), { recursive: true })
          await bucket.check(AbortSignal.timeout(CHECK_MS))
          const [from, to] = where === 's3' ? [disk, bucket] : [bucket, disk]
          const report = await stoppable((signal) =>
            move(ctx, { from, to, where, copyOnly, progress: bar.update, signal }),
          )
          bar.stop()
          for (const line of lines(report, where)) context.print(line)
        } catch (error) {
          throw moveFailure(error, (cause, standing) => failed(cause, where, standing), STATES)
        } finally {
          bar.stop()
          bucket.close()
        }
      })
    })
}

type Move = {
  from: Storage
  to: Storage
  where: StorageKind
  copyOnly: boolean
  progress: (done: number, total: number) => void
  signal: AbortSignal
}

type Report = CopyReport & { deleted: number; left: 'copied' | 'stopped' | 'switched' | 'read-only' }

async function move(ctx: Ctx, { from, to, where, copyOnly, progress, signal }: Move): Promise<Report> {
  const copied = new Set<string>()
  const requireRoom = where === 'disk' ? (bytes: number) => requireRoomFor(uploadsDir(ctx.config), bytes) : undefined
  const options = { from, to, progress, requireRoom, copied, signal }
  const first = await copyMedia(ctx.db, options)
  const switched = (await storageInUse(ctx)) === where
  const served = await isServed(ctx.db, ctx.config)
  const closes = served && !switched && !copyOnly
  try {
    if (closes) {
      await closeForMediaMove(ctx, where)
      await wait(SETTLE_MS, undefined, { signal })
    }
    // What was uploaded meanwhile.
    const last = await copyMedia(ctx.db, { ...options, bySize: true })
    const deleted = await removeDeletedCopies(ctx.db, to, copied)
    if (!switched) await rememberPlace(ctx, from.base)
    const left = copyOnly ? 'copied' : switched ? 'switched' : closes ? 'read-only' : 'stopped'
    return { ...last, files: first.files + last.files, bytes: first.bytes + last.bytes, deleted, left }
  } catch (error) {
    return reopenAfter(error, signal, async () => {
      if (closes) await openAfterMediaMove(ctx)
    })
  }
}

async function requireRoomFor(folder: string, bytes: number): Promise<void> {
  const { share, bytes: free } = await freeSpace(folder)
  const left = share === 0 ? 0 : share - (bytes / free) * share
  if (left < LEAST_FREE_SHARE)
    throw new UserError(`磁盘快满了：${folder} 所在的磁盘放不下其余的图片，腾出空间后再运行一次，会接着做`)
}

function lines(report: Report, where: StorageKind): string[] {
  const { pictures, files, bytes, deleted, missing, left } = report
  const megabytes = (bytes / 1024 / 1024).toFixed(1)
  const other = where === 's3' ? 'disk' : 's3'
  return [
    `${pictures} 张图片都核对过大小和校验和：这次复制了 ${files} 个文件（${megabytes} MB），其余的已经在${WORDS[where]}里`,
    ...(deleted > 0 ? [`复制时有 ${deleted} 张被删除，复制的也删掉了`] : []),
    ...(missing.length > 0 ? [`${missing.length} 张图片的文件在磁盘和对象存储里都没有：`] : []),
    ...missing.slice(0, EXAMPLES).map((key) => `      ${key}`),
    ...NEXT[left](where),
    `原来的文件还在${WORDS[other]}里，确认网站正常以后再自己删除`,
  ]
}

const SWITCH: Record<StorageKind, string> = {
  s3: '请现在重启服务器，它会按 .env 里的 S3_* 使用对象存储',
  disk: '请现在在 .env 里去掉 S3_* 的几行，再重启服务器',
}

const NEXT: Record<Report['left'], (where: StorageKind) => string[]> = {
  copied: (where) => [`网站没有改变。要切换时去掉 --copy-only 再运行一次：move-media --to ${where}`],
  stopped: (where) => [
    where === 's3' ? '现在可以启动服务器了，它会使用对象存储' : '请在 .env 里去掉 S3_* 的几行，再启动服务器',
  ],
  switched: (where) => [`网站已经在使用${WORDS[where]}`],
  'read-only': (where) => [
    `网站现在只读，免得有新的图片落下。${SWITCH[where]}，启动后自动恢复原来的状态`,
    '几台服务器时都重启以后再运行一次这个命令，补上重启期间上传的',
  ],
}

const STATES = {
  asBefore: '已经复制的保留，网站照常；再运行一次，会接着做',
  readOnly:
    '已经复制的保留，但是网站还停在只读：数据库恢复以后再运行一次，会接着做，或者在后台「网站设置」里把网站状态改回来',
}

function failed(error: unknown, where: StorageKind, standing: string): unknown {
  if (error instanceof CopyDiffersError)
    return new UserError(`${error.message} 在${WORDS[where]}里的内容和原来的不一样。${standing}`)
  if (error instanceof UserError) return error
  const words = storageWords(error)
  return words === null ? toUserError(error, standing) : new UserError(`${words}。${standing}`)
}
