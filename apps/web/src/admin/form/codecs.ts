/** How each kind of field reads a row, writes the request body and validates. */
import { DEFAULT_AVATAR, POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { createUploader, uploadStepsAs } from '#entities/picture/uploader.ts'
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
}

const toText = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored))
const missing = (verb: string, { label, rule }: FieldOf<Kind>) => rule?.('') ?? `${verb}${label}`

const text: Codec<'text'> = {
  parse: toText,
  toBody: (value, { name }) => ({ [name]: value.trim() }),
  validate(value, field) {
    const trimmed = value.trim()
    if (trimmed === '') return field.required ? missing('请输入', field) : null
    if (field.max !== undefined && length(trimmed) > field.max) return `${field.label}不能超过${field.max}个字`
    return field.rule?.(trimmed) ?? null
  },
}

const choice = {
  parse: toText,
  toBody: (value: string, { name }: FieldOf<Kind>) => ({ [name]: value || null }),
  validate: (value: string, field: FieldOf<Kind>) => (value === '' && field.required ? missing('请选择', field) : null),
}

const DIGITS = /^\d{1,15}$/
const ACCOUNT = /^@?[A-Za-z0-9_]{1,64}$/

/** The body's field that takes a 小石榴号 instead of an id. */
export const accountParam = (name: string) => name.replace(/id$/, 'display_id')

const isEmptyRich = (value: string) => textLength(value) === 0 && picturesOf(value).length === 0

/** Pictures that have an address or are being uploaded; blank rows do not count. */
export const usedPictures = (uploader: FieldValue['pictures']) => uploader.get().filter(({ url }) => url !== '')

const UPLOAD_FAILED = '有图片没有传好，重试或删除它之后再继续'

export const codecs: { [K in Kind]: Codec<K> } = {
  text,
  password: {
    parse: () => '',
    toBody: (value, { name }) => ({ [name]: value }),
    validate: (value, { required, rule }) => (value === '' && !required ? null : (rule?.(value) ?? null)),
  },
  number: {
    parse: toText,
    toBody: (value, { name }) => ({ [name]: value.trim() === '' ? null : Number(value) }),
    validate(value, field) {
      const text = value.trim()
      if (text === '') return field.required ? missing('请输入', field) : null
      if (!DIGITS.test(text)) return `${field.label}只能是数字`
      return Number(text) < field.min ? `${field.label}不能小于${field.min}` : null
    },
  },
  person: {
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
    parse: (stored, { blank }) => (stored === blank ? '' : toText(stored)),
    toBody: (value, { name }) => ({ [name]: value }),
    validate(value, field) {
      if (isEmptyRich(value)) return field.required ? missing('请输入', field) : null
      return textLength(value) > field.max ? `${field.label}不能超过${field.max}个字` : null
    },
  },
  select: { ...choice, parse: (stored, { initial = '' }) => toText(stored ?? initial) },
  category: choice,
  choice,
  mbti: { ...choice, validate: completeMbtiRule },
  flag: {
    parse: (stored, { initial }) => (stored === undefined ? initial : Boolean(stored)),
    toBody: (value, { name }) => ({ [name]: value }),
    validate: () => null,
  },
  tags: {
    parse: (stored) => (Array.isArray(stored) ? stored.map((tag: { name: string }) => tag.name) : []),
    toBody: (value, { name }) => ({ [name]: value }),
    validate: () => null,
  },
  interests: {
    parse: (stored) => ({ chosen: Array.isArray(stored) ? stored : [], typed: '' }),
    toBody: (value, { name }) => ({ [name]: addInterest(value.chosen, value.typed).interests }),
    validate: ({ chosen, typed }) => addInterest(chosen, typed).message,
  },
  avatar: {
    parse: (stored) => ({ url: stored === DEFAULT_AVATAR ? '' : toText(stored), picture: null }),
    toBody: ({ url }, { name }) => ({ [name]: trimAddress(url) }),
    validate: ({ url, picture }) => (picture || trimAddress(url) === '' ? null : addressRule(url)),
    comparable: ({ url, picture }) => [url, picture !== null],
  },
  pictures: {
    parse(stored) {
      const urls: string[] = Array.isArray(stored) ? stored : []
      return createUploader(
        uploadStepsAs('admin'),
        urls.map((url) => ({ url, preview: url })),
      )
    },
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
