/** Fields shared by the forms of the back office (docs/api.md#admin-writes). */
import { z } from 'zod'
import { exactInput, flagIn, id, idIn, time } from '../common.ts'
import { ACCOUNT, POST } from '../limits.ts'
import { passwordRule } from '../rules.ts'
import { ADMIN_ROLES } from './roles.ts'

const empty = z.literal('').transform(() => null)

/** Null and the empty string mean no id, undefined means not sent. */
export const idOrNone = z
  .union([empty, idIn], '编号不正确')
  .nullish()
  .meta({ shown: { type: ['integer', 'null'], minimum: 1, description: '数字编号；空表示没有' } })

const publicId = z.string('小石榴号不正确').trim().max(64, '小石榴号不正确').nullish()

const numberOf = (who: string) => idOrNone.describe(`${who}的数字编号`)
const publicIdOf = (who: string) => publicId.describe(`${who}的小石榴号，没有数字编号时用它`)

/** The owner by numeric id or, if that is missing, by 小石榴号. Creating a record needs one of the two. */
export const owner = { user_id: numberOf('用户（必填）'), user_display_id: publicIdOf('用户') }
export const sender = { sender_id: numberOf('发送者'), sender_display_id: publicIdOf('发送者') }
export const follower = { follower_id: numberOf('关注者'), follower_display_id: publicIdOf('关注者') }
export const following = { following_id: numberOf('被关注者'), following_display_id: publicIdOf('被关注者') }

/** Empty means none. */
const passwordOrNone = z
  .literal('')
  .transform(() => null)
  .or(exactInput(passwordRule))
  .nullish()

const shownPassword = {
  type: 'string',
  format: 'password',
  minLength: ACCOUNT.passwordMin,
  maxLength: ACCOUNT.passwordMax,
}

/** An empty password keeps the current one. */
export const newPassword = passwordOrNone.meta({
  shown: {
    ...shownPassword,
    description: '不发送或空则不变；修改后，账号的设备全部退出登录，管理员改自己的密码时当前设备除外',
  },
})

/** Existing clients create accounts without a password. */
export const firstPassword = passwordOrNone.meta({
  shown: { ...shownPassword, description: '不发送或空：在设置密码之前，这个账号不能登录' },
})

const WHEN = '时间要写成 2026-09-01T08:00:00Z 这样'
const YEAR = { first: 2000, last: 9999 }

/** Null and the empty string mean no time, undefined means not sent. */
export const timeOrNone = z
  .union([z.literal('').transform(() => null), z.iso.datetime({ offset: true, error: WHEN })], WHEN)
  .nullish()
  .transform((text) => (text == null ? text : Date.parse(text)))
  .refine((at) => {
    const year = at == null ? YEAR.first : new Date(at).getUTCFullYear()
    return year >= YEAR.first && year <= YEAR.last
  }, WHEN)
  .meta({ shown: { type: ['string', 'null'], format: 'date-time' } })

export const optionalFlag = flagIn.nullish().transform((value) => value ?? undefined)

/** Uploaded pictures or any https URLs (docs/api.md#picture-sources). Empty strings are ignored. */
export const imagesIn = z
  .array(z.string('图片地址不正确').trim().max(500, '图片地址过长'), '图片地址不正确')
  .transform((urls) => urls.filter((url) => url !== ''))
  .refine((urls) => urls.length <= POST.imagesMax, `最多只能上传${POST.imagesMax}张图片`)
  .nullish()
  .transform((urls) => urls ?? undefined)
  .meta({
    shown: {
      type: 'array',
      items: { type: 'string' },
      maxItems: POST.imagesMax,
      description: '本站上传的图片或 https 地址',
    },
  })

export const ownerColumns = {
  nickname: z.string().describe('昵称'),
  user_display_id: z.string().describe('小石榴号'),
}

/** A column of codes. Table, CSV file and API documentation give each code the same word. */
export function coded<T extends z.ZodType>(schema: T, label: string, words: Readonly<Record<string, string>>): T {
  const list = Object.entries(words).map(([code, word]) => `${code} ${word}`)
  return schema.meta({ description: `${label}：${list.join('，')}`, words })
}

export const adminRole = z.literal(
  ADMIN_ROLES,
  `角色只能是${ADMIN_ROLES.slice(0, -1).join('、')}或${ADMIN_ROLES.at(-1)}`,
)

/** A note that administrators write for each other. */
export const internalNote = z.object({
  id: id.describe('编号'),
  author: z.string().describe('谁写的'),
  text: z.string().describe('备注'),
  created_at: time.describe('时间'),
})

/** The viewer's own password, which changes of password and second factor ask for. */
export const currentPassword = z.string('请输入当前密码').min(1, '请输入当前密码').max(200, '当前密码错误')

const CODE_WRONG = '请输入验证器上的 6 位验证码，或一个恢复码'

/** Six digits of the authenticator app, or a recovery code; spaces and dashes do not matter. */
export const codeIn = z
  .string(CODE_WRONG)
  .max(64, CODE_WRONG)
  .overwrite((code) => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => /^(\d{6}|[a-z2-7]{16})$/.test(code), CODE_WRONG)
  .describe('验证器上的 6 位验证码，或一个恢复码')
