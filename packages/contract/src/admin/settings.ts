/** Settings that administrators change while the site runs (docs/product.md#settings). */
import { z } from 'zod'
import { time } from '../common.ts'
import { domainRule, emailRule, MAIL } from '../email-rules.ts'
import { endpointsOf } from '../endpoint.ts'
import { SITE_NAME, UPLOAD } from '../limits.ts'
import { DEFAULT_PICTURE_RULES } from '../pictures.ts'
import { length } from '../rules.ts'
import { isVisible, tidyLine } from '../text.ts'

const endpoint = endpointsOf('网站设置')

function wholeNumber(min: number, max: number) {
  const message = `请填写 ${min} 到 ${max} 的整数`
  return z.number(message).int(message).min(min, message).max(max, message)
}

/** Who may register: everybody, who has an invitation code, who signs in with a campus account, or nobody. */
export const REGISTRATION = ['open', 'invite', 'campus', 'closed'] as const

/**
 * Whether who registers with a password gives an address, verified by a code
 * (docs/decisions/065-addresses-at-registration.md).
 */
export const REGISTRATION_EMAIL = ['off', 'optional', 'required'] as const

/** `no_new_accounts` refuses registrations, `read_only` all writes of users. */
export const SITE_MODES = ['open', 'no_new_accounts', 'read_only'] as const

/** Which notes wait for a moderator before others see them (docs/product.md#review-before-publishing). */
const REVIEW = ['off', 'new_accounts', 'all'] as const

/** How the connection to the SMTP server is encrypted: from its start, by STARTTLS, or not at all. */
const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const

/** What moderators who have an address are told of waiting reports by mail. */
const MAIL_DIGEST = ['off', 'daily'] as const

const MAIL_HOST = '请填写服务器的域名或 IP 地址，例如 smtp.example.edu.cn'
const MAIL_USER = `用户名不能超过 ${MAIL.userMax} 个字`

const FAULT_WEBHOOK = '请填写 http:// 或 https:// 开头的网址'
const FAULT_WEBHOOK_MAX = 500
const webAddress = z.url({ protocol: /^https?$/ })
const isWebAddress = (text: string) => text === '' || webAddress.safeParse(text).success

const NAME_MAX = 20
const NAME_LENGTH = `网站名称要有 1 到 ${NAME_MAX} 个字`

/** One line of at most `max` characters, or nothing. */
function line(max: number) {
  const message = `最多 ${max} 个字`
  return z
    .string(message)
    .overwrite(tidyLine)
    .refine((text) => length(text) <= max, message)
    .meta({ maxLength: max })
}

const ICP = /^\p{Script=Han}ICP[备证]\d{4,12}号(-\d{1,4})?$/u

const RESERVED_LENGTH = '每个保留的名字 1 到 20 个字'

/** Where the timer puts backups (docs/operations.md#备份). */
export const BACKUPS = ['off', 'folder', 's3'] as const

const FIELDS = {
  site_name: z
    .string(NAME_LENGTH)
    .overwrite(tidyLine)
    .refine((name) => isVisible(name) && length(name) <= NAME_MAX, NAME_LENGTH)
    .meta({ minLength: 1, maxLength: NAME_MAX })
    .describe('显示在页面的标题、页头、登录框和分享预览里'),
  site_logo: z
    .string('图片地址不正确')
    .trim()
    .max(500, '图片地址过长')
    .meta({ format: 'picture' })
    .describe('网站的标志：在本站上传的图片，方形的最好；空为石榴'),
  site_description: line(120).describe('一两句话介绍网站：搜索引擎和分享预览里显示，也在「关于」里；空为默认的一句'),
  site_footer: line(200).describe('「关于」里最下面的一段，例如主办单位；空为不显示'),
  site_icp: z
    .string('备案号要像「京ICP备12345678号-1」')
    .overwrite(tidyLine)
    .refine((text) => text === '' || ICP.test(text), '备案号要像「京ICP备12345678号-1」')
    .meta({ maxLength: 40 })
    .describe('ICP 备案号，显示在「更多」菜单和「关于」里，链接到 beian.miit.gov.cn；空为不显示'),
  site_contact: line(100).describe(
    '怎样找到管理员，例如「校团委 301 室」或一个邮箱：注销的人要恢复账号、有人忘记密码时告诉他们；空为只说「联系管理员」',
  ),
  site_mode: z
    .literal(SITE_MODES, '网站状态只能是 open、no_new_accounts 或 read_only')
    .meta({ words: { open: '正常', no_new_accounts: '不接受新账号', read_only: '只读' } })
    .describe(
      '有人捣乱或搬家时用：open 正常，no_new_accounts 不接受新账号，read_only 只读——可以看、可以登录，不能发布、评论、点赞或修改，管理后台照常',
    ),
  notes_per_ten_minutes: wholeNumber(1, 100_000).describe('每人每十分钟最多发布的笔记数'),
  notes_per_day: wholeNumber(1, 100_000).describe('每人每天最多发布的笔记数'),
  comments_per_minute: wholeNumber(1, 100_000).describe('每人每分钟最多发表的评论数'),
  reactions_per_minute: wholeNumber(1, 100_000).describe('每人每分钟最多点赞、收藏的次数，取消也算'),
  new_account_days: wholeNumber(0, 365).describe('注册多少天内算新账号，发布、评论、点赞和收藏的限额减半；0 表示不减'),
  picture_side: wholeNumber(1200, 4000).describe(
    '保存下来的图片最长的一边，单位像素；大的在上传时缩小，长图另按宽度 1440。越大放大后越清楚，也越占磁盘和流量。只影响以后上传的图片',
  ),
  picture_quality: wholeNumber(50, 95).describe(
    '保存图片（WebP）的质量：70 明显省空间，82 看不出差别，90 以上大得多。只影响以后上传的图片',
  ),
  picture_megabytes: wholeNumber(1, UPLOAD.fileMax / 1024 / 1024).describe(
    '一个图片文件最大多少 MB。网页会先缩小再传，很少碰到；用手机应用或接口直接传原图的要大一些',
  ),
  upload_megapixels_per_day: wholeNumber(1, 1_000_000).describe(
    '每人每天最多上传的图片像素，单位百万；一张手机照片约 12，网页压缩后约 4',
  ),
  upload_megabytes_per_day: wholeNumber(1, 1_000_000).describe('每人每天最多上传的图片大小，单位 MB'),
  registration: z
    .literal(REGISTRATION, '注册方式只能是 open、invite、campus 或 closed')
    .meta({ words: { open: '任何人', invite: '有邀请码的人', campus: '用校园账号登录的人', closed: '不开放' } })
    .describe(
      '谁可以注册：open 任何人，invite 有邀请码的人，campus 用校园账号登录的人，closed 不开放；邀请码在「邀请码管理」里，校园账号在「校园登录」里',
    ),
  registration_email: z
    .literal(REGISTRATION_EMAIL, '注册时的邮箱只能是 off、optional 或 required')
    .meta({ words: { off: '不要', optional: '可以填', required: '必须填' } })
    .describe(
      '注册时要不要邮箱，填的都要输入邮件里的验证码：off 不要，optional 可以填，required 必须填，邮件发不出去时谁也注册不了。要先设置好邮件；只收「允许的邮箱域名」。用校园账号注册的不用填',
    ),
  local_passwords: z
    .boolean('只能是 true 或 false')
    .describe('用户可以用小石榴号和密码登录、注册；关闭以后只能用校园账号，管理员不受影响。已经登录的不会退出'),
  registrations_per_address: wholeNumber(0, 100_000).describe(
    '没有工作量证明、只凭图形验证码时，每个 IP 地址（网段）每天最多注册的账号数；0 表示只能在本站的网页上注册',
  ),
  reserved_names: z
    .array(
      z.string(RESERVED_LENGTH).overwrite(tidyLine).min(1, RESERVED_LENGTH).max(20, RESERVED_LENGTH),
      '保留的名字要写成列表',
    )
    .max(200, '最多 200 个保留的名字')
    .describe('用户的小石榴号不能是它，昵称里不能有它，不论怎样拼写；管理员可以在用户管理里给人用'),
  require_second_factor: z
    .boolean('只能是 true 或 false')
    .describe('没有绑定验证器的管理员登录后只能先绑定；打开之前请自己先绑定'),
  review: z
    .literal(REVIEW, '先审后发只能是 off、new_accounts 或 all')
    .meta({ words: { off: '不用', new_accounts: '新账号的笔记', all: '所有笔记' } })
    .describe(
      '哪些笔记要审核通过以后才公开：off 不用，new_accounts 新账号的前几篇，all 所有笔记，公开后改动了标题、正文、图片或标签也要再审；评论只按敏感词审核',
    ),
  review_first_notes: wholeNumber(1, 100).describe(
    '「先审后发」选新账号时，公开的笔记不到这么多的账号都要审核；没有通过的和删除了的不算',
  ),
  reports_hide_after: wholeNumber(0, 1000).describe(
    '多少个不是新账号的人举报以后先隐藏，等待管理员处理；0 表示不自动隐藏',
  ),
  trash_days: wholeNumber(1, 365).describe(
    '删除的笔记、评论、标签、分类和管理员删除的账号在回收站里保留多少天；改了以后删除的才按它算。本人注销的账号总是 7 天',
  ),
  session_days: wholeNumber(1, 365).describe('多少天没有用就要重新登录，用户和管理员都一样'),
  backup: z
    .literal(BACKUPS, '自动备份只能是 off、folder 或 s3')
    .meta({ words: { off: '不用', folder: '到目录', s3: '到存储桶' } })
    .describe(
      '每天把数据库、图片和密钥备份一次，读回来核对：off 不用，folder 到服务器的目录（BACKUP_DIR，没有设置时是数据目录的 backups），s3 到 BACKUP_S3_BUCKET',
    ),
  backup_hour: wholeNumber(0, 23).describe(
    '每天几点备份，按服务器的时区；打开之后的第一次马上就做，失败了一小时后再试',
  ),
  backup_keep_days: wholeNumber(1, 60).describe('留下最近多少天的备份，每天一份'),
  backup_keep_weeks: wholeNumber(0, 60).describe('此外留下最近多少周的，每周一份'),
  backup_keep_months: wholeNumber(0, 60).describe('此外留下最近多少个月的，每月一份；更旧的自动删除'),
  audit_keep_days: wholeNumber(30, 3650).describe('操作记录保留多少天；之后自动删除，在这之前谁也不能删改'),
  mail_host: z
    .string(MAIL_HOST)
    .trim()
    .max(MAIL.hostMax, MAIL_HOST)
    .regex(/^[A-Za-z0-9.:-]*$/, MAIL_HOST)
    .describe('发信服务器（SMTP）的域名或 IP 地址；空为不发邮件'),
  mail_port: wholeNumber(1, 65_535).describe(
    '发信服务器的端口：一开始就加密的多为 465，STARTTLS 多为 587，不加密的多为 25',
  ),
  mail_security: z
    .literal(MAIL_SECURITY, '加密方式只能是 tls、starttls 或 none')
    .meta({ words: { tls: '一开始就加密', starttls: 'STARTTLS', none: '不加密' } })
    .describe('tls 一开始就加密，starttls 连上以后加密，none 不加密——只用于同一台机器或内网，密码也会明文发送'),
  mail_user: z
    .string(MAIL_USER)
    .trim()
    .max(MAIL.userMax, MAIL_USER)
    .regex(/^\P{Cc}*$/u, '用户名不能有换行')
    .describe('登录发信服务器的用户名，多半就是发件邮箱；空为不登录。密码在下面单独保存'),
  mail_from: z
    .string('邮箱地址不正确')
    .trim()
    .max(MAIL.addressMax, '邮箱地址不正确')
    .refine((address) => address === '' || emailRule(address) === null, '邮箱地址不正确')
    .describe('发件人的邮箱地址，名字用网站名称；空为不发邮件'),
  mail_domains: z
    .array(
      z
        .string('域名不正确')
        .trim()
        .toLowerCase()
        .refine((domain) => domainRule(domain) === null, '域名不正确，例如 example.edu.cn'),
      '域名要写成列表',
    )
    .max(50, '最多 50 个域名')
    .describe('用户只能绑定、用来注册这些域名的邮箱，它们的子域名也可以；空为任何邮箱'),
  mail_digest: z
    .literal(MAIL_DIGEST, '待处理的提醒只能是 off 或 daily')
    .meta({ words: { off: '不发', daily: '每天早上八点' } })
    .describe('有待处理的举报、申诉和待审核的内容时，给填了邮箱的审核员发一封邮件：off 不发，daily 每天一次'),
  fault_webhook: z
    .string(FAULT_WEBHOOK)
    .trim()
    .max(FAULT_WEBHOOK_MAX, `网址不能超过 ${FAULT_WEBHOOK_MAX} 个字`)
    .refine(isWebAddress, FAULT_WEBHOOK)
    // fetch refuses them with a message that has the whole address in it.
    .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), '网址里不能有用户名和密码')
    .describe(
      '服务器出故障时向它发一条消息，企业微信、钉钉、飞书的群机器人都可以；同一种故障一小时最多一条，空为不发。可以是内网的地址：服务器会真的向它发请求，只填自己信任的',
    ),
  fault_mails: z
    .array(
      z
        .string('邮箱地址不正确')
        .trim()
        .refine((address) => emailRule(address) === null, '邮箱地址不正确'),
      '邮箱要写成列表',
    )
    .max(5, '最多 5 个邮箱')
    .describe('服务器出故障时发邮件到这些地址；同一种故障一小时最多一封，要先设置好邮件'),
  address_retention_days: wholeNumber(1, 3650).describe(
    '登录、笔记和评论的 IP 地址与端口，以及安全日志，保留多少天；之后自动删除。只有管理服务器的人能看到',
  ),
}

const settings = z.object(FIELDS).meta({ id: 'Settings', description: '网站设置' })
export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

export const DEFAULT_SETTINGS: Settings = {
  site_name: SITE_NAME,
  site_logo: '',
  site_description: '',
  site_footer: '',
  site_icp: '',
  site_contact: '',
  site_mode: 'open',
  notes_per_ten_minutes: 20,
  notes_per_day: 60,
  comments_per_minute: 30,
  reactions_per_minute: 120,
  new_account_days: 7,
  picture_side: DEFAULT_PICTURE_RULES.side,
  picture_quality: DEFAULT_PICTURE_RULES.quality,
  picture_megabytes: DEFAULT_PICTURE_RULES.megabytes,
  upload_megapixels_per_day: 2000,
  upload_megabytes_per_day: 1000,
  registration: 'open',
  registration_email: 'off',
  local_passwords: true,
  registrations_per_address: 5,
  reserved_names: [
    'admin',
    'administrator',
    'moderator',
    'official',
    'system',
    '小石榴官方',
    '管理员',
    '管理員',
    '官方',
    '系统',
    '系統',
    '客服',
    '站长',
  ],
  require_second_factor: false,
  review: 'off',
  review_first_notes: 3,
  reports_hide_after: 0,
  trash_days: 30,
  session_days: 30,
  backup: 'off',
  backup_hour: 4,
  backup_keep_days: 7,
  backup_keep_weeks: 4,
  backup_keep_months: 12,
  audit_keep_days: 365,
  mail_host: '',
  mail_port: 465,
  mail_security: 'tls',
  mail_user: '',
  mail_from: '',
  mail_domains: [],
  mail_digest: 'off',
  fault_webhook: '',
  fault_mails: [],
  address_retention_days: 180,
}

/** The schema of one setting, to read what is stored and to make its field of the form (setting-fields.ts). */
export const settingSchemas: { [Name in SettingName]: z.ZodType<Settings[Name]> } = FIELDS

export const settingsState = z.object({
  settings: settings.describe('所有设置现在的值'),
  defaults: settings.describe('没有改过时的值'),
  changes: z
    .array(
      z.object({
        name: z.string().describe('设置的名字'),
        username: z.string().describe('最近修改它的管理员'),
        updated_at: time.describe('修改时间'),
      }),
    )
    .describe('改过的设置'),
  has_invitation: z.boolean().describe('现在有能用的邀请码'),
  has_campus: z.boolean().describe('现在有能用的校园登录'),
})
export type SettingsState = z.output<typeof settingsState>

export const get = endpoint({
  method: 'GET',
  path: '/admin/settings',
  role: 'admin',
  adminRole: 'administrator',
  summary: '网站设置',
  output: settingsState,
})

export const update = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  role: 'admin',
  adminRole: 'administrator',
  summary: '修改网站设置',
  description: '只改写出的设置，没有写出的保持不变。一秒之内在所有进程上生效，并记入操作记录。',
  message: '设置已保存',
  body: z.object({
    ...z.object(FIELDS).partial().shape,
    reset: z
      .array(z.literal(Object.keys(FIELDS) as SettingName[], '没有这个设置'), '没有这个设置')
      .optional()
      .describe('恢复默认的设置的名字'),
    began: z
      .object(FIELDS)
      .partial()
      .optional()
      .describe('改动前看到的值；其中有一项已经不是这样就回答 409，什么也不改。不写就不核对'),
  }),
  output: settingsState,
  errors: ['conflict', 'provider_needed'],
})
