/** Fields shared by the forms of the back office (docs/api.md#admin-writes). */
import { z } from 'zod'
import { exactInput, flagIn, idIn } from '../common.ts'
import { POST } from '../limits.ts'
import { passwordRule } from '../rules.ts'

const empty = z.literal('').transform(() => null)

/** Null and the empty string mean no id, undefined means not sent. */
export const idOrNone = z
  .union([empty, idIn], '编号不正确')
  .nullish()
  .meta({ shown: { type: ['integer', 'null'], minimum: 1, description: '数字编号；空表示没有' } })

const publicId = z
  .string('小石榴号不正确')
  .trim()
  .max(64, '小石榴号不正确')
  .nullish()
  .describe('小石榴号，代替数字编号')

/** The owner by numeric id or, if that is missing, by 小石榴号. */
export const owner = { user_id: idOrNone, user_display_id: publicId }
export const sender = { sender_id: idOrNone, sender_display_id: publicId }
export const follower = { follower_id: idOrNone, follower_display_id: publicId }
export const following = { following_id: idOrNone, following_display_id: publicId }

/** An empty password keeps the current one. */
export const newPassword = z
  .literal('')
  .transform(() => null)
  .or(exactInput(passwordRule))
  .nullish()
  .meta({
    shown: {
      type: 'string',
      format: 'password',
      description: '空则不变；修改后，账号的设备全部退出登录，管理员改自己的密码时当前设备除外',
    },
  })

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
