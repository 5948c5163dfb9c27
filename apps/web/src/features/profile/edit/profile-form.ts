/** A profile as it is being changed, and how it becomes what the API takes (spec section 5 «Profile»). */
import type { BodyIn } from '@shiliu/contract/endpoint'
import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { fromPlainText } from '@shiliu/contract/rich-text'
import { bioRule, length, majorRule, nicknameRule } from '@shiliu/contract/rules'
import type { Profile, update } from '@shiliu/contract/users'
import { textLength, toTyped } from '#entities/text/typed.ts'
import { addInterest } from '#entities/user/fields/interests.ts'
import { mbtiFault } from '#entities/user/fields/mbti.ts'

const TEXTS = ['nickname', 'bio', 'gender', 'zodiac_sign', 'mbti', 'education', 'major'] as const

export type ProfileForm = Record<(typeof TEXTS)[number], string> & {
  interests: readonly string[]
  /** An interest that is being typed. */
  interest: string
}

/** In the order of the dialog: the first wrong one gets the focus. */
export const FIELDS = [
  'avatar',
  'nickname',
  'bio',
  'gender',
  'zodiac_sign',
  'mbti',
  'education',
  'major',
  'interests',
] as const
export type ProfileField = (typeof FIELDS)[number]
export type ProfileErrors = Partial<Record<ProfileField, string>>

export function formOf(profile: Profile): ProfileForm {
  const { nickname, bio, interests } = profile
  return {
    nickname,
    bio: bio === DEFAULT_BIO ? '' : toTyped(bio),
    gender: profile.gender ?? '',
    zodiac_sign: profile.zodiac_sign ?? '',
    mbti: profile.mbti ?? '',
    education: profile.education ?? '',
    major: profile.major ?? '',
    interests: interests ?? [],
    interest: '',
  }
}

const sameInterests = (one: ProfileForm, other: ProfileForm) =>
  one.interests.length === other.interests.length &&
  one.interests.every((interest, index) => interest === other.interests[index])

/** Whether something would be lost. */
export function isChanged(form: ProfileForm, before: ProfileForm): boolean {
  return (
    TEXTS.some((name) => form[name] !== before[name]) || !sameInterests(form, before) || form.interest.trim() !== ''
  )
}

/** Characters of the bio that count: of the text as it will be kept. */
export const bioLength = (bio: string) => textLength(fromPlainText(bio))

export function errorsOf(form: ProfileForm): ProfileErrors {
  const found: Record<string, string | null> = {
    nickname: nicknameRule(form.nickname),
    // The rule counts what it is given; only what counts of the bio is given to it.
    bio: bioRule('字'.repeat(bioLength(form.bio))),
    mbti: mbtiFault(form.mbti),
    major: majorRule(form.major.trim()),
    interests: addInterest(form.interests, form.interest).message,
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null))
}

/** What changed; the nickname is always sent, since the server wants one. */
export function bodyOf(form: ProfileForm, before: ProfileForm, avatar: string | null): BodyIn<typeof update> {
  const body: BodyIn<typeof update> = { nickname: form.nickname.trim() }
  for (const name of ['gender', 'zodiac_sign', 'mbti', 'education', 'major'] as const) {
    if (form[name] !== before[name]) body[name] = form[name]
  }
  if (form.bio !== before.bio) body.bio = fromPlainText(form.bio)
  const { interests } = addInterest(form.interests, form.interest)
  if (form.interest || !sameInterests(form, before)) body.interests = [...interests]
  if (avatar !== null) body.avatar = avatar
  return body
}

/** Which field the server means, by its name or by the error's code word; null when none of ours. */
export function fieldOf(name: string | undefined, code: string | undefined): ProfileField | null {
  if (code === 'image_foreign') return 'avatar'
  return FIELDS.find((field) => field === name?.split('.')[0]) ?? null
}

/** «3/10» beside a field. */
export const countOf = (text: string, max: number) => `${length(text.trim())}/${max}`
