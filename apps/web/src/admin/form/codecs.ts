/** What each kind of field makes of a row, what it sends, and what is wrong with it (spec section 5 «Admin»). */
import { DEFAULT_AVATAR, POST } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { uploadStepsAs } from '#entities/picture/upload-steps.ts'
import { createUploader } from '#entities/picture/uploader.ts'
import { textLength } from '#entities/text/typed.ts'
import { addInterest } from '#entities/user/fields/interests.ts'
import { mbtiFault } from '#entities/user/fields/mbti.ts'
import { picturesOf } from '#entities/user/pictures-of.ts'
import type { FieldOf, Held, Kind } from '../define-field.ts'
import { addressRule, trimAddress } from './address.ts'

export type Codec<K extends Kind> = {
  /** From what the row holds; undefined for a new one. */
  open(stored: unknown, field: FieldOf<K>): Held[K]
  /** Its part of the body. */
  body(held: Held[K], field: FieldOf<K>): Record<string, unknown>
  fault(held: Held[K], field: FieldOf<K>): string | null
  /** Two that are written alike are alike; itself unless given. */
  written?(held: Held[K]): unknown
}

const toText = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored))
const missing = (verb: string, { label, rule }: FieldOf<Kind>) => rule?.('') ?? `${verb}${label}`

/** Typed or chosen as text. */
const line: Codec<'text'> = {
  open: toText,
  body: (held, { name }) => ({ [name]: held.trim() }),
  fault(held, field) {
    const text = held.trim()
    if (text === '') return field.required ? missing('请输入', field) : null
    if (field.max !== undefined && length(text) > field.max) return `${field.label}不能超过${field.max}个字`
    return field.rule?.(text) ?? null
  },
}

/** One of several. */
const chosen = {
  open: toText,
  body: (held: string, { name }: FieldOf<Kind>) => ({ [name]: held || null }),
  fault: (held: string, field: FieldOf<Kind>) => (held === '' && field.required ? missing('请选择', field) : null),
}

const DIGITS = /^\d{1,15}$/
const ACCOUNT = /^@?[A-Za-z0-9_]{1,64}$/

/** The field of the body that takes a 小石榴号 instead of a number (wire rule 22). */
export const accountName = (name: string) => name.replace(/id$/, 'display_id')

/** Of the texts that count: what is cleaned away when it is saved does not (spec section 5 «Notes»). */
const isEmptyRich = (held: string) => textLength(held) === 0 && picturesOf(held).length === 0

/** Pictures of an uploader that have an address, or will have one. */
export const placesTaken = (held: Held['pictures']) => held.get().filter(({ url }) => url !== '')

const NOT_STORED = '有图片没有传好，重试或删除它之后再继续'

export const codecs: { [K in Kind]: Codec<K> } = {
  text: line,
  password: {
    open: () => '',
    body: (held, { name }) => ({ [name]: held }),
    fault: (held, { required, rule }) => (held === '' && !required ? null : (rule?.(held) ?? null)),
  },
  number: {
    open: toText,
    body: (held, { name }) => ({ [name]: held.trim() === '' ? null : Number(held) }),
    fault(held, field) {
      const text = held.trim()
      if (text === '') return field.required ? missing('请输入', field) : null
      if (!DIGITS.test(text)) return `${field.label}只能是数字`
      return Number(text) < field.min ? `${field.label}不能小于${field.min}` : null
    },
  },
  person: {
    open: toText,
    body(held, { name }) {
      const text = held.trim()
      // An @ tells a 小石榴号 of nothing but digits from a number.
      return DIGITS.test(text) ? { [name]: Number(text) } : { [accountName(name)]: text.replace(/^@/, '') }
    },
    fault(held, field) {
      const text = held.trim()
      if (text === '') return field.required ? missing('请输入', field) : null
      return ACCOUNT.test(text) ? null : '请填写数字ID或小石榴号'
    },
  },
  rich: {
    open: (stored, { blank }) => (stored === blank ? '' : toText(stored)),
    body: (held, { name }) => ({ [name]: held }),
    fault(held, field) {
      if (isEmptyRich(held)) return field.required ? missing('请输入', field) : null
      return textLength(held) > field.max ? `${field.label}不能超过${field.max}个字` : null
    },
  },
  select: { ...chosen, open: (stored, { initial = '' }) => toText(stored ?? initial) },
  category: chosen,
  choice: chosen,
  mbti: { ...chosen, fault: mbtiFault },
  flag: {
    open: (stored, { initial }) => (stored === undefined ? initial : Boolean(stored)),
    body: (held, { name }) => ({ [name]: held }),
    fault: () => null,
  },
  tags: {
    open: (stored) => (Array.isArray(stored) ? stored.map((tag: { name: string }) => tag.name) : []),
    body: (held, { name }) => ({ [name]: held }),
    fault: () => null,
  },
  interests: {
    open: (stored) => ({ chosen: Array.isArray(stored) ? stored : [], typed: '' }),
    body: (held, { name }) => ({ [name]: addInterest(held.chosen, held.typed).interests }),
    fault: ({ chosen, typed }) => addInterest(chosen, typed).message,
  },
  avatar: {
    open: (stored) => ({ url: stored === DEFAULT_AVATAR ? '' : toText(stored), picture: null }),
    body: ({ url }, { name }) => ({ [name]: trimAddress(url) }),
    fault: ({ url, picture }) => (picture || trimAddress(url) === '' ? null : addressRule(url)),
    written: ({ url, picture }) => [url, picture !== null],
  },
  pictures: {
    open(stored) {
      const urls: string[] = Array.isArray(stored) ? stored : []
      return createUploader(
        uploadStepsAs('admin'),
        urls.map((url) => ({ url, preview: url })),
      )
    },
    body: (held, { name }) => ({ [name]: placesTaken(held).map(({ url }) => trimAddress(url ?? '')) }),
    fault(held) {
      const taken = placesTaken(held)
      if (taken.some(({ status }) => status === 'failed')) return NOT_STORED
      if (taken.length > POST.imagesMax) return `最多只能上传${POST.imagesMax}张图片`
      return taken.map(({ url }) => (url === null ? null : addressRule(url))).find(Boolean) ?? null
    },
    written: (held) => placesTaken(held).map(({ id, url }) => url ?? id),
  },
}
