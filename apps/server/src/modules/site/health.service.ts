/** Whether the site can serve, and what is wrong in words for whoever runs it. */
import { access, constants } from 'node:fs/promises'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { health, ready } from '@shiliu/contract/site'
import type { Ctx } from '#deps.ts'
import { backupRemark } from '#modules/backups/backups.service.ts'
import { isMailOn, mailProblem } from '#modules/mail/outbox.service.ts'
import { iso } from '#platform/clock.ts'
import { AppError, databaseUnavailable } from '#platform/errors.ts'
import { memoize } from '#platform/memoize.ts'
import { freeSpace, LEAST_FREE_BYTES, LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import * as repo from './site.repo.ts'

type Part = OutputOf<typeof ready>['parts'][number]
/** Null, or what is wrong. Rejects or takes too long where its part does not answer. */
type Check = () => Promise<string | null>

const DEADLINE_MS = 1000
/** However many ask, each part is asked once in this time. */
const REPEAT_MS = 1000

/** Throws `unavailable` where the database does not answer. */
export async function getHealth(ctx: Ctx): Promise<OutputOf<typeof health>> {
  try {
    await inTime(() => repo.ping(ctx.db))
  } catch (cause) {
    throw databaseUnavailable(cause)
  }
  return { timestamp: iso(ctx.clock.now()), uptime: process.uptime() }
}

/** Returns a reader of the state of everything that the site uses, which throws `unavailable` without a database. */
export function createReadiness(ctx: Ctx): () => Promise<OutputOf<typeof ready>> {
  const { redis, config, storage } = ctx
  const part = async (name: Part['name'], silence: string, check: Check): Promise<Part> => ({
    name,
    problem: await inTime(check).catch((error: unknown) => {
      ctx.log.warn({ err: error, part: name }, 'not ready')
      return silence
    }),
  })
  const backup = async (): Promise<Part> => {
    // Whoever cannot read it learns of the database above.
    const remark = await inTime(() => backupRemark(ctx)).catch(() => undefined)
    return { name: 'backup', problem: null, ...(remark && { remark }) }
  }
  const look = async () => {
    const parts = await Promise.all([
      part('database', '数据库没有回答', async () => {
        await repo.ping(ctx.db)
        return null
      }),
      ...(redis
        ? [part('redis', 'Redis 没有回答：限速各进程自己计数，暂不缓存', () => redis.ping().then(() => null))]
        : []),
      part('disk', '数据目录不能写', () => diskProblem(config.dataDir)),
      part('storage', '图片存储没有回答，不能上传', async () => {
        await storage.check(AbortSignal.timeout(DEADLINE_MS))
        return null
      }),
      ...(isMailOn(ctx)
        ? [
            part('mail', '邮件的状态没有读出来', async () => {
              const problem = await mailProblem(ctx)
              return problem && `邮件发不出去：${problem}`
            }),
          ]
        : []),
      backup(),
      part('nodes', '', async () => {
        if (ctx.primary?.isSilent()) return '分派连接的第一个进程没有回答：新的连接进不来，已有的照常，半分钟后重新启动'
        const { length } = ctx.unheardNodes()
        return length > 0 ? `听不到站点的另外 ${length} 个进程：REDIS_URL 和 JWT_SECRET 要相同，是哪些见日志` : null
      }),
    ])
    return { ok: parts.every(({ problem }) => problem === null), parts }
  }
  const known = memoize(REPEAT_MS, ctx.clock, look)
  return async () => {
    const state = await known()
    const lost = state.parts.find(({ name, problem }) => name === 'database' && problem !== null)
    if (lost) throw new AppError('unavailable', { message: `${lost.problem}，请 10 秒后再试`, retryAfter: 10 })
    return state
  }
}

async function diskProblem(folder: string): Promise<string | null> {
  const { share, bytes } = await freeSpace(folder)
  await access(folder, constants.W_OK)
  const isLow = bytes < LEAST_FREE_BYTES || share < LEAST_FREE_SHARE
  return isLow ? `磁盘快满了：只剩 ${Math.floor(share * 100)}%（${Math.floor(bytes / 1024 / 1024)} MB）` : null
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS} ms`)), DEADLINE_MS)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
