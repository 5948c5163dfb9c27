/** `cli doctor`: looks at everything that a site needs, and says what to do. Changes nothing. */

import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { storageOf } from '#platform/backup/make-backup.ts'
import type { Config } from '#platform/config.ts'
import { ConfigError } from '#platform/config.ts'
import { type DatabaseHandle, openDatabase } from '#platform/db/client.ts'
import { readSettings } from '#platform/db/settings.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { RegisterCommands } from '../command-context.ts'
import { checkBackups, checkBackupTarget, checkLeftOvers } from './backup.checks.ts'
import { certifiedAddresses, checkCertificate } from './certificates.checks.ts'
import {
  checkAllCounters,
  checkForeignPictures,
  checkNodes,
  checkOwners,
  checkReferences,
  checkSchema,
  checkSearch,
  checkWal,
  unlessTooLong,
} from './database.checks.ts'
import { checkDataDir } from './files.checks.ts'
import { broken, type Finding, type Level, ok, reasonOf, remark } from './finding.ts'
import { checkExports, checkPictures } from './pictures.checks.ts'
import {
  checkCampus,
  checkMail,
  checkMetrics,
  checkMysql,
  checkOwnClock,
  checkRedis,
  checkS3,
  checkServer,
} from './services.checks.ts'
import { checkSettings } from './settings.checks.ts'

const WORDS: Record<Level, string> = { ok: '正常', remark: '提醒', broken: '故障' }

export const doctorCommand: RegisterCommands = (program, context) => {
  program
    .command('doctor')
    .usage('[选项]')
    .description('检查设置、数据库、图片、磁盘、证书、备份等，说哪里不对、怎么办；什么也不改，服务器运行时也可以用')
    .action(async () => {
      const counts: Record<Level, number> = { ok: 0, remark: 0, broken: 0 }
      for await (const { level, about, text, advice } of examine(() => context.config({ readOnly: true }))) {
        counts[level]++
        context.print(`${WORDS[level]}  ${about}：${text}`)
        if (advice) context.print(`      怎么办：${advice}`)
      }
      context.print('')
      context.print(`${counts.ok} 项正常，${counts.remark} 项提醒，${counts.broken} 项故障`)
      if (counts.broken > 0) context.exitCode(1)
    })
}

/** Everything that is found, in order. What a check throws is a finding, too, and the others go on. */
async function* examine(read: () => Config): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    yield broken('设置', error.message.replaceAll(/\n\s*/g, ' '), '改 .env 里的这几项；服务器这样启动不了')
    return
  }
  yield* attempt('设置', () => checkSettings(config))
  yield* attempt('设置', () => checkMetrics(config))
  yield* attempt('Node', async () => [nodeFinding(process.versions.node)])
  yield* attempt('时钟', checkOwnClock)
  const { redisUrl, s3 } = config
  let canListPictures = false
  yield* attempt('数据目录', async () => {
    const { exists, findings } = await checkDataDir(config)
    canListPictures = exists
    return findings
  })
  yield* attempt('数据库', () => checkWal(config))
  if (redisUrl) yield* attempt('Redis', () => checkRedis(redisUrl))
  if (s3) {
    canListPictures = false
    yield* attempt('对象存储', async () => {
      const { canList, findings } = await checkS3(s3)
      canListPictures = canList
      return findings
    })
  }
  yield* examineDatabase(config, canListPictures)
  for (const certified of certifiedAddresses(config))
    yield* attempt('证书', async () => [await checkCertificate(certified)])
  yield* attempt('服务器', () => checkServer(config))
}

async function* examineDatabase(config: Config, canListPictures: boolean): AsyncGenerator<Finding> {
  const { database } = config
  if (database.engine === 'mysql') {
    let isReached = false
    yield* attempt('数据库', async () => {
      const { reached, findings } = await checkMysql(database.url)
      isReached = reached
      return findings
    })
    if (!isReached) return
  } else if (!existsSync(database.file)) {
    yield remark('数据库', `还没有 ${database.file}`, '第一次启动时自己建好；不是第一次，就是 DATA_DIR 写错了')
    return
  }
  let handle: DatabaseHandle | undefined
  try {
    handle = openDatabase(database, { readOnly: true, mysql: { size: 2, log: pino({ level: 'silent' }) } })
    const schema = await checkSchema(handle)
    yield* schema.findings
    if (schema.isCurrent) yield* examineRows(handle, config, canListPictures)
  } catch (error) {
    yield broken('数据库', reasonOf(error), '见 docs/operations.md 的「出问题时」')
  } finally {
    await handle?.close()
  }
}

async function* examineRows(handle: DatabaseHandle, config: Config, canListPictures: boolean): AsyncGenerator<Finding> {
  const checks: [string, () => Promise<Finding[]>][] = [
    ['设置', () => checkOwners(handle, config)],
    ['进程', () => checkNodes(handle, config)],
    ['邮件', async () => checkMail({ db: handle.db, config, settings: { current: await readSettings(handle.db) } })],
    ['校园登录', () => checkCampus({ db: handle.db, config })],
    ['孤儿行', () => checkReferences(handle)],
    ['计数', () => checkAllCounters(handle)],
    ['搜索', () => checkSearch(handle)],
    ['外站图片', () => checkForeignPictures(handle)],
    ['备份', () => checkBackups(handle)],
    ['备份', () => checkLeftOvers(config)],
    ['备份的去处', async () => checkBackupTarget((await readSettings(handle.db)).backup, config)],
  ]
  if (canListPictures) {
    checks.push(['图片', () => withStorage(config, (storage) => checkPictures(handle.db, storage))])
    checks.push(['导出的数据', () => withStorage(config, (storage) => checkExports(handle.db, storage))])
  }
  for (const [about, check] of checks) yield* attempt(about, () => unlessTooLong(about, check))
}

async function withStorage<R>(config: Config, work: (storage: Storage) => Promise<R>): Promise<R> {
  const storage = await storageOf(config)
  try {
    return await work(storage)
  } finally {
    storage.close()
  }
}

async function* attempt(about: string, check: () => Promise<Finding[]>): AsyncGenerator<Finding> {
  try {
    yield* await check()
  } catch (error) {
    yield broken(about, `没有查成：${reasonOf(error)}`, '看它前面的几行；都正常就把这一行报告给开发者')
  }
}

/** Those that tests run on. */
function nodeFinding(version: string): Finding {
  const [major = 0] = version.split('.').map(Number)
  if (major % 2 === 0) return ok('Node', version)
  return remark('Node', `${version} 不是长期支持的版本`, '装 Node 24 LTS')
}
