/** The demo's texts, validated by the same rules as users' input. */
import { EDUCATIONS, GENDERS, POST, PROFILE, ZODIAC_SIGNS } from '@shiliu/contract/limits'
import { cleanTokens, plainText } from '@shiliu/contract/rich-text'
import { bioRule, categoryNameRule, categoryTitleRule, length, nicknameRule, type Rule } from '@shiliu/contract/rules'
import { z } from 'zod'
import { FIRST_CATEGORIES } from '#modules/categories/first-categories.service.ts'
import { readTexts } from './demo-files.ts'

export const upTo = (max: number) => z.string().refine((text) => length(text) <= max, `at most ${max} characters`)
export const validBy = (rule: Rule) =>
  z.string().refine((text) => rule(text) === null, 'violates a rule of the contract')
const publicId = z.string().regex(/^shiliu\d\d$/)

/** The tone of a post, for choosing comments: advice, a question, sadness, joy, thoughts. */
const MOODS = ['tip', 'ask', 'low', 'glad', 'talk'] as const
export type Mood = (typeof MOODS)[number]

const person = z.strictObject({
  nickname: validBy(nicknameRule),
  bio: validBy(bioRule),
  location: upTo(20).min(1),
  gender: z.enum(GENDERS),
  zodiac_sign: z.enum(ZODIAC_SIGNS),
  mbti: z.string().regex(/^[EI][NS][FT][JP]$/),
  education: z.enum(EDUCATIONS),
  major: upTo(PROFILE.majorMax),
  interests: z.array(upTo(PROFILE.interestMax).min(1)).max(PROFILE.interestsMax),
  /** A file in demo/avatars, without its ending. */
  avatar: z.string().regex(/^\d\d$/),
})

const category = z.strictObject({ name: validBy(categoryNameRule), category_title: validBy(categoryTitleRule) })

const words = z.string().min(1).max(200)
/** A comment written for a particular post; `by` names its author where that matters. */
const remark = z.union([words.transform((text) => ({ text })), z.strictObject({ by: publicId, text: words })])

export const textFields = {
  title: upTo(POST.titleMax),
  body: z.string().refine((text) => length(plainText(cleanTokens(text, { images: false }))) <= POST.contentMax),
  /** A key of looks.json, which lists fitting pictures. */
  look: z.string(),
  tags: z.array(upTo(POST.tagMax).min(1)).max(POST.tagsMax),
}
const note = z.strictObject({
  ...textFields,
  title: textFields.title.min(1),
  body: textFields.body.min(1),
  mood: z.enum(MOODS),
  by: publicId.optional(),
  said: z.array(remark).default([]),
})
const draft = z.strictObject({ ...textFields, by: publicId, category: z.string().nullable() })

const some = z.array(words).default([])
const remarks = z.strictObject({ any: z.array(words), tip: some, ask: some, low: some, glad: some, talk: some })

const replies = z.strictObject({
  /** `Light` texts are left out below sad posts. */
  author: z.array(words),
  authorLight: z.array(words),
  others: z.array(words),
  othersLight: z.array(words),
  /** Texts that follow a mention. */
  calls: z.array(words),
  pictured: z.array(words),
})

export type DemoPerson = z.output<typeof person>
export type DemoDraft = z.output<typeof draft>
export type DemoNote = z.output<typeof note> & { category: string }
export type DemoTexts = ReturnType<typeof loadTexts>

/** Reads and validates all texts; throws where one is invalid. */
export function loadTexts() {
  const categories = z.array(category).parse(FIRST_CATEGORIES)
  const comments = z.record(z.string(), remarks).parse(readTexts('comments'))
  return {
    people: z.array(person).parse(readTexts('people')),
    categories,
    tags: z.array(upTo(POST.tagMax)).parse(readTexts('tags')),
    notes: categories.flatMap(({ category_title }) =>
      z
        .array(note)
        .parse(readTexts(`notes/${category_title}`))
        .map((entry): DemoNote => ({ ...entry, category: category_title })),
    ),
    drafts: z.array(draft).parse(readTexts('drafts')),
    replies: replies.parse(readTexts('replies')),
    /** Fitting files in demo/pictures, without their ending, per `look`. */
    looks: z.record(z.string(), z.array(z.string()).min(1)).parse(readTexts('looks')),
    remarksFor(categoryTitle: string, mood: Mood): string[] {
      const found = comments[categoryTitle]
      return found ? [...found.any, ...found[mood]] : []
    },
  }
}
