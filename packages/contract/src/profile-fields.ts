/** A missing field keeps its value, an empty one clears it (docs/product.md#profile-rules). */
import { z } from 'zod'
import { EDUCATIONS, GENDERS, PROFILE, ZODIAC_SIGNS } from './limits.ts'
import * as rules from './rules.ts'
import { tidyLine } from './text.ts'

const lineOrNull = (text: string) => tidyLine(text) || null

function optional(rule: rules.Rule, shown: object) {
  return z
    .string('填写的内容有误')
    .nullish()
    .transform((value) => (value === undefined ? undefined : lineOrNull(value ?? '')))
    .superRefine((value, context) => {
      const message = rule(value ?? '')
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ shown: { type: 'string', ...shown } })
}

/** Accepts an array, a JSON array or a comma-separated list, else null (docs/api.md#interests). */
function listOf(value: string[] | string): string[] | null {
  if (typeof value !== 'string') return value
  if (!value.trim().startsWith('[')) return value.split(/[,，]/)
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : null
  } catch {
    return null
  }
}

const interests = z
  .union([z.array(z.string()), z.string()], '兴趣爱好格式不正确')
  .nullish()
  .transform((value, context) => {
    if (value === undefined) return undefined
    const list = listOf(value ?? [])
    const kept = [...new Set(list?.map(lineOrNull))].filter((interest) => interest !== null)
    const message = list === null ? '兴趣爱好格式不正确' : rules.interestsRule(kept)
    if (message) context.addIssue({ code: 'custom', message })
    return kept.length > 0 ? kept : null
  })
  .meta({
    shown: {
      type: 'array',
      items: { type: 'string', maxLength: PROFILE.interestMax },
      maxItems: PROFILE.interestsMax,
      description: '也可以写成JSON文本或用逗号分隔',
    },
  })

export const personalityIn = {
  gender: optional(rules.genderRule, { enum: GENDERS }),
  zodiac_sign: optional(rules.zodiacRule, { enum: ZODIAC_SIGNS }),
  mbti: optional(rules.mbtiRule, { pattern: '^[EI][SN][TF][JP]$' }),
  education: optional(rules.educationRule, { enum: EDUCATIONS }),
  major: optional(rules.majorRule, { maxLength: PROFILE.majorMax }),
  interests,
}

/** The service checks the length of the cleaned text; this limit bounds the parsing. */
export const bioIn = z
  .string('填写的内容有误')
  .max(PROFILE.bioMax * 8, `个人简介不能超过${PROFILE.bioMax}个字`)
  .nullish()
  .describe('只保留换行和提及；不发送则不变，空则清除')

export const avatarIn = z
  .string('头像地址不正确')
  .trim()
  .max(500, '头像地址不正确')
  .nullish()
  .describe('本站上传的图片地址；不发送则不变，空则恢复默认头像')
