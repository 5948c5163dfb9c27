/** How each kind of field reads a row, writes the request body and validates. */
import { DEFAULT_AVATAR, POST } from '@shiliu/contract/limits'
import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import { isVisible } from '@shiliu/contract/text'
import { uploadStepsAs } from '#entities/picture/upload-steps.ts'
import { createUploader } from '#entities/picture/uploader.ts'
import { picturesOf } from '#entities/text/document.ts'
import { textLength } from '#entities/text/plain-field.ts'
import { addInterest } from '#entities/user/fields/interests.ts'
import { completeMbtiRule } from '#entities/user/fields/mbti.ts'
import type { FieldOf, FieldValue, Kind } from '../define-field.ts'
import { addressRule, trimAddress } from './picture-address.ts'

export type Codec<K extends Kind> = {
  /** Value for a stored field; `stored` is undefined for a new record. */
  parse(stored: unknown, field: FieldOf<K>): FieldValue[K]
  toBody(value: FieldValue[K], field: FieldOf<K>): Record<string, unknown>
  /** Error message or null. */
  validate(value: FieldValue[K], field: FieldOf<K>): string | null
  /** JSON that equal values share; the value itself by default. */
  comparable?(value: FieldValue[K]): unknown
  /** JSON for a local copy, undefined where none is kept; the value itself by default. */
  store?(value: FieldValue[K]): unknown
  /** The value of a local copy; null where it is none. */
  restore(stored: unknown, field: FieldOf<K>): FieldValue[K] | null
  /** The value in words, to compare two versions; '' where there is none. */
  describe(value: FieldValue[K], field: FieldOf<K>): string
}

/** Of kinds whose value is a text. */
const textual = {
  restore: (stored: unknown) => (typeof stored === 'string' ? stored : null),
  describe: (value: string) => value,
}
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const toText = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored))
const missing = (verb: string, { label, rule }: FieldOf<Kind>) => rule?.('') ?? `${verb}${label}`

const text: Codec<'text'> = {
  ...textual,
  parse: toText,
  toBody: (value, { name }) => ({ [name]: value.trim() }),
  validate(value, field) {
    const trimmed = value.trim()
    if (!isVisible(trimmed)) return field.required ? missing('请输入', field) : null
    if (field.max !== undefined && length(trimmed) > field.max) return `${field.label}不能超过${field.max}个字`
    return field.rule?.(trimmed) ?? null
  },
}

const choice = {
  ...textual,
  parse: toText,
  toBody: (value: string, { name }: FieldOf<Kind>) => ({ [name]: value || null }),
  validate: (value: string, field: FieldOf<Kind>) => (value === '' && field.required ? missing('请选择', field) : null),
}

const MINUTE_MS = 60_000

/** `2026-09-01T08:00`, as a field for date and time holds it. */
function toLocalTime(iso: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

const DIGITS = /^\d{1,15}$/
const ACCOUNT = /^@?[A-Za-z0-9_]{1,64}$/

/** The body's field that takes a 小石榴号 instead of an id. */
export const accountParam = (name: string) => name.replace(/id$/, 'display_id')

const isEmptyRich = (value: string) => textLength(value) === 0 && picturesOf(value).length === 0

/** Pictures that have an address or are being uploaded; blank rows do not count. */
export const usedPictures = (uploader: FieldValue['pictures']) => uploader.get().filter(({ url }) => url !== '')

const uploaderOf = (urls: string[]) =>
  createUploader(
    uploadStepsAs('admin'),
    urls.map((url) => ({ url, preview: url })),
  )

const UPLOAD_FAILED = '有图片没有传好，重试或删除它之后再继续'

export const codecs: { [K in Kind]: Codec<K> } = {
  text,
  password: {
    // Never written to the device.
    store: () => undefined,
    restore: () => null,
    describe: (value) => (value ? '新密码' : '不变'),
    parse: () => '',
    toBody: (value, { name }) => ({ [name]: value }),
    validate: (value, { required, rule }) => (value === '' && !required ? null : (rule?.(value) ?? null)),
  },
  number: {
    ...textual,
    parse: toText,
    toBody: (value, { name }) => ({ [name]: value.trim() === '' ? null : Number(value) }),
    validate(value, field) {
      const text = value.trim()
      if (text === '') return field.required ? missing('请输入', field) : null
      if (!DIGITS.test(text)) return `${field.label}只能是数字`
      return Number(text) < field.min ? `${field.label}不能小于${field.min}` : null
    },
  },
  time: {
    ...textual,
    parse: (stored) => (typeof stored === 'string' ? toLocalTime(stored) : ''),
    toBody: (value, { name }) => ({ [name]: value === '' ? null : new Date(value).toISOString() }),
    validate: (value, field) => {
      if (value === '') return field.required ? missing('请选择', field) : null
      return Number.isNaN(Date.parse(value)) ? `${field.label}不正确` : null
    },
    describe: (value) => value.replace('T', ' '),
  },
  person: {
    ...textual,
    parse: toText,
    toBody(value, { name }) {
      const text = value.trim()
      // A leading @ marks a 小石榴号 that consists of digits.
      return DIGITS.test(text) ? { [name]: Number(text) } : { [accountParam(name)]: text.replace(/^@/, '') }
    },
    validate(value, field) {
      const text = value.trim()
      if (text === '') return field.required ? missing('请输入', field) : null
      return ACCOUNT.test(text) ? null : '请填写数字ID或小石榴号'
    },
  },
  rich: {
    restore: textual.restore,
    describe: (value) => textWithPictures(parseRichText(value)),
    parse: (stored, { blank }) => (stored === blank ? '' : toText(stored)),
    toBody: (value, { name }) => ({ [name]: value }),
    validate(value, field) {
      if (isEmptyRich(value)) return field.required ? missing('请输入', field) : null
      return textLength(value) > field.max ? `${field.label}不能超过${field.max}个字` : null
    },
  },
  select: {
    ...choice,
    parse: (stored, { initial = '' }) => toText(stored ?? initial),
    describe: (value, { options }) => options.find((option) => option.value === value)?.label ?? value,
  },
  category: choice,
  choice,
  mbti: { ...choice, validate: completeMbtiRule },
  flag: {
    restore: (stored) => (typeof stored === 'boolean' ? stored : null),
    describe: (value) => (value ? '是' : '否'),
    parse: (stored, { initial }) => (stored === undefined ? initial : Boolean(stored)),
    toBody: (value, { name }) => ({ [name]: value }),
    validate: () => null,
  },
  tags: {
    restore: (stored) => (isTexts(stored) ? stored : null),
    describe: (value) => value.join('，'),
    parse: (stored) => (Array.isArray(stored) ? stored.map((tag: { name: string }) => tag.name) : []),
    toBody: (value, { name }) => ({ [name]: value }),
    validate: () => null,
  },
  interests: {
    restore(stored) {
      const { chosen, typed } = (stored ?? {}) as Record<string, unknown>
      return isTexts(chosen) && typeof typed === 'string' ? { chosen, typed } : null
    },
    describe: ({ chosen, typed }) => [...chosen, typed].filter(Boolean).join('，'),
    parse: (stored) => ({ chosen: Array.isArray(stored) ? stored : [], typed: '' }),
    toBody: (value, { name }) => ({ [name]: addInterest(value.chosen, value.typed).interests }),
    validate: ({ chosen, typed }) => addInterest(chosen, typed).message,
  },
  avatar: {
    store: ({ url }) => url,
    restore: (stored) => (typeof stored === 'string' ? { url: stored, picture: null } : null),
    describe: ({ url, picture }) => (picture ? '新图片' : url),
    parse: (stored) => ({ url: stored === DEFAULT_AVATAR ? '' : toText(stored), picture: null }),
    toBody: ({ url }, { name }) => ({ [name]: trimAddress(url) }),
    validate: ({ url, picture }) => (picture || trimAddress(url) === '' ? null : addressRule(url)),
    comparable: ({ url, picture }) => [url, picture !== null],
  },
  pictures: {
    // Those that are still being uploaded are not kept.
    store: (value) => usedPictures(value).flatMap(({ url }) => url ?? []),
    restore: (stored) => (isTexts(stored) ? uploaderOf(stored) : null),
    describe(value) {
      const used = usedPictures(value)
      return used.length > 0 ? [`${used.length} 张`, ...used.map(({ url, name }) => url ?? name)].join('\n') : ''
    },
    parse: (stored) => uploaderOf(Array.isArray(stored) ? stored : []),
    toBody: (value, { name }) => ({ [name]: usedPictures(value).map(({ url }) => trimAddress(url ?? '')) }),
    validate(value) {
      const used = usedPictures(value)
      if (used.some(({ status }) => status === 'failed')) return UPLOAD_FAILED
      if (used.length > POST.imagesMax) return `最多只能上传${POST.imagesMax}张图片`
      return used.map(({ url }) => (url === null ? null : addressRule(url))).find(Boolean) ?? null
    },
    comparable: (value) => usedPictures(value).map(({ id, url }) => url ?? id),
  },
}
