/**
 * Shapes of responses as existing clients describe them: field names with JSON types. `{id: int, name: str|null}`,
 * `[str]` (one or more), `[]` (none), `…Name` for the fields of a shape below.
 */

const UserBase =
  'id: int, user_id: str, nickname: str, avatar: str, bio: str, location: str, follow_count: int, fans_count: int, like_count: int'
const PostBase =
  'id: int, user_id: int, title: str, content: str, category_id: int|null, view_count: int, like_count: int, collect_count: int, comment_count: int, created_at: time, is_draft: flag, nickname: str, user_avatar: str, author_account: str'
const NoticeBase =
  'id: int, user_id: int, sender_id: int, type: int, title: str, target_id: int|null, comment_id: int|null, is_read: flag, created_at: time, from_user_auto_id: int, from_nickname: str, from_avatar: str, from_user_id: str'

const FIELDS: Record<string, string> = {
  UserBase,
  PostBase,
  NoticeBase,
  Relation: 'isFollowing: bool, isMutual: bool, buttonType: str',
  Personality:
    'gender: str|null, zodiac_sign: str|null, mbti: str|null, education: str|null, major: str|null, interests: [str]|null',
  Card: '…UserBase, created_at: time, post_count: int, …Relation',
  Post: '…PostBase, author_auto_id: int, location: str, category: str|null, tags: [TagRef]|[], liked: bool, collected: bool, images: [str]|[]',
  Comment:
    'id: int, post_id: int, user_id: int, parent_id: int|null, content: str, like_count: int, created_at: time, nickname: str, user_avatar: str, user_auto_id: int, user_display_id: str, user_location: str, liked: bool, reply_count: int',
  Tokens: 'access_token: str, refresh_token: str, expires_in: int',
  Uploaded: 'originalname: str, originalName: str, size: int, url: str',
  TagRef: 'id: int, name: str',
  Pagination: 'page: int, limit: int, total: int, pages: int',
}

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)

const TYPES: Record<string, (value: unknown) => boolean> = {
  int: Number.isInteger,
  num: (value) => typeof value === 'number',
  str: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  flag: (value) => value === 0 || value === 1,
  time: isTime,
  null: (value) => value === null,
}

/** Splits at commas or bars outside brackets. */
function split(text: string, by: ',' | '|'): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if ('{['.includes(sign)) depth++
    if ('}]'.includes(sign)) depth--
    if (sign === by && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Differences from the shape as `path: problem`. Additional fields are allowed. */
export function mismatches(value: unknown, shape: string, path = 'data'): string[] {
  const kinds = split(shape, '|')
  if (kinds.length > 1) {
    const each = kinds.map((kind) => mismatches(value, kind, path))
    return each.some((wrong) => wrong.length === 0) ? [] : [`${path}: ${JSON.stringify(value)} is not ${shape}`]
  }
  if (shape.startsWith('{')) return objectMismatches(value, shape.slice(1, -1), path)
  if (shape.startsWith('[')) return arrayMismatches(value, shape.slice(1, -1), path)
  const fields = FIELDS[shape]
  if (fields) return objectMismatches(value, fields, path)
  const is = TYPES[shape]
  if (!is) throw new Error(`There is no type ${shape}`)
  return is(value) ? [] : [`${path}: ${JSON.stringify(value)} is not ${shape}`]
}

function objectMismatches(value: unknown, fields: string, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: is no object`]
  return split(fields, ',').flatMap((field) => {
    if (field.startsWith('…')) return objectMismatches(value, named(field.slice(1)), path)
    const colon = field.indexOf(':')
    const name = field.slice(0, colon)
    if (!Object.hasOwn(value, name)) return [`${path}.${name}: is missing`]
    return mismatches(Reflect.get(value, name), field.slice(colon + 1).trim(), `${path}.${name}`)
  })
}

function arrayMismatches(value: unknown, item: string, path: string): string[] {
  if (!Array.isArray(value)) return [`${path}: is no array`]
  if (item === '') return value.length === 0 ? [] : [`${path}: is not empty`]
  if (value.length === 0) return [`${path}: is empty`]
  return value.flatMap((one, i) => mismatches(one, item, `${path}[${i}]`))
}

function named(name: string): string {
  const fields = FIELDS[name]
  if (!fields) throw new Error(`There is no shape ${name}`)
  return fields
}
