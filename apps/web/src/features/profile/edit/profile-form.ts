/** The state of the profile form, its validation, and its conversion from a profile and to a request body. */
import type { BodyIn } from '@shiliu/contract/endpoint'
import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { fromPlainText } from '@shiliu/contract/rich-text'
import { bioRule, majorRule, nicknameRule } from '@shiliu/contract/rules'
import type { Profile, update } from '@shiliu/contract/users'
import { textLength, toPlainField } from '#entities/text/plain-field.ts'
import { addInterest } from '#entities/user/fields/interests.ts'
import { completeMbtiRule } from '#entities/user/fields/mbti.ts'

const TEXTS = ['nickname', 'bio', 'gender', 'zodiac_sign', 'mbti', 'education', 'major'] as const

export type ProfileForm = Record<(typeof TEXTS)[number], string> & {
  interests: readonly string[]
  /** Text of the interest input that is not added yet. */
  interest: string
}

/** In the order of the dialog; the first invalid one is focused. */
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

export function toForm(profile: Profile): ProfileForm {
  const { nickname, bio, interests } = profile
  return {
    nickname,
    bio: bio === DEFAULT_BIO ? '' : toPlainField(bio),
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

export function isChanged(form: ProfileForm, initial: ProfileForm): boolean {
  return (
    TEXTS.some((name) => form[name] !== initial[name]) || !sameInterests(form, initial) || form.interest.trim() !== ''
  )
}

/** Length of the bio after the cleaning that is applied when it is saved. */
export const bioLength = (bio: string) => textLength(fromPlainText(bio))

export function validate(form: ProfileForm): ProfileErrors {
  const messages: Record<string, string | null> = {
    nickname: nicknameRule(form.nickname),
    // The rule measures a plain text: it gets one of the cleaned length.
    bio: bioRule('字'.repeat(bioLength(form.bio))),
    mbti: completeMbtiRule(form.mbti),
    major: majorRule(form.major.trim()),
    interests: addInterest(form.interests, form.interest).message,
  }
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== null))
}

/** The changed fields, and the nickname, which the server requires. */
export function toBody(form: ProfileForm, initial: ProfileForm, avatar: string | null): BodyIn<typeof update> {
  const body: BodyIn<typeof update> = { nickname: form.nickname.trim() }
  for (const name of ['gender', 'zodiac_sign', 'mbti', 'education', 'major'] as const) {
    if (form[name] !== initial[name]) body[name] = form[name]
  }
  if (form.bio !== initial.bio) body.bio = fromPlainText(form.bio)
  const { interests } = addInterest(form.interests, form.interest)
  if (form.interest || !sameInterests(form, initial)) body.interests = [...interests]
  if (avatar !== null) body.avatar = avatar
  return body
}

/** The form field that an error's `field` or code is about, or null. */
export function fieldOfError(name: string | undefined, code: string | undefined): ProfileField | null {
  if (code === 'image_foreign') return 'avatar'
  return FIELDS.find((field) => field === name?.split('.')[0]) ?? null
}
