/** The demo's texts about moderation: what waits, what was reported, and who wrote it. */
import { WORD_ACTIONS } from '@shiliu/contract/admin/words'
import { COMMENT } from '@shiliu/contract/limits'
import { REPORT, REPORT_REASONS } from '@shiliu/contract/reports'
import { bioRule, nicknameRule, userIdRule, watchedWordRule } from '@shiliu/contract/rules'
import { z } from 'zod'
import { readTexts } from './demo-files.ts'
import { textFields, upTo, validBy } from './texts.ts'

/** How long ago, counted from when the demo is made. */
const hours = z.number().positive()
const key = z.string().min(1)
/** A public id: of the fifty, or of one of `people`. */
const by = z.string().min(1)

const texts = z.strictObject({
  words: z.array(z.strictObject({ word: validBy(watchedWordRule), action: z.enum(WORD_ACTIONS) })),
  people: z.array(
    z.strictObject({
      user_id: validBy(userIdRule),
      nickname: validBy(nicknameRule),
      bio: validBy(bioRule),
      days: z.number().positive(),
    }),
  ),
  notes: z.array(z.strictObject({ ...textFields, key, by, category: z.string(), hours })),
  /** `on` is the title of a note of the demo. */
  comments: z.array(z.strictObject({ key, by, on: z.string(), text: upTo(COMMENT.contentMax).min(1), hours })),
  /** `about` is a key, the public id of one of `people`, or the title of a note of the demo. */
  reports: z.array(
    z.strictObject({
      about: z.string(),
      by,
      reason: z.enum(REPORT_REASONS),
      text: upTo(REPORT.textMax).nullable(),
      hours,
    }),
  ),
})

export type ModerationTexts = z.output<typeof texts>

/** Throws where one is invalid. */
export const loadModerationTexts = (): ModerationTexts => texts.parse(readTexts('moderation'))
