/** Accounts of the old database in our form: what we would refuse is shortened, mapped or left out, and noted. */
import {
  ACCOUNT,
  ADMIN,
  DEFAULT_BIO,
  EDUCATIONS,
  PROFILE,
  UNKNOWN_LOCATION,
  ZODIAC_SIGNS,
} from '@shiliu/contract/limits'
import { formatRichText, type Token } from '@shiliu/contract/rich-text'
import { length, mbtiRule } from '@shiliu/contract/rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'
import { cut } from '#platform/cut.ts'
import { isCommonOldPassword, NO_PASSWORD, oldPassword } from '#platform/passwords.ts'
import { cleanOldText } from './old-texts.ts'
import { textOf } from './old-values.ts'
import type { Findings } from './repairs.ts'
import type { SourceRow } from './source.ts'

const GENDERS: Record<string, string> = {
  male: '男',
  m: '男',
  男: '男',
  男性: '男',
  female: '女',
  f: '女',
  女: '女',
  女性: '女',
}

/** Public ids that are taken are the caller's to find: this is what the account would like to be called. */
export function wantedUserId(row: SourceRow): { userId: string; isKept: boolean } {
  const old = textOf(row, 'user_id')
  // Shorter ones than are given out today do no harm; links to them and their sign-in go on.
  if (/^[A-Za-z0-9_]{1,15}$/.test(old) && old.toLowerCase() !== 'search') return { userId: old, isKept: true }
  const letters = old.normalize('NFKC').replace(/[^A-Za-z0-9_]+/g, '')
  const userId = letters.slice(0, ACCOUNT.userIdMax)
  const isGood = userId.length >= ACCOUNT.userIdMin && userId.toLowerCase() !== 'search'
  return { userId: isGood ? userId : spareUserId(row.id), isKept: false }
}

/** For who cannot have the wanted one. */
export const spareUserId = (id: number): string => `user${id}`.slice(0, ACCOUNT.userIdMax)

export function nicknameOf(row: SourceRow, userId: string, findings: Findings): string {
  const old = textOf(row, 'nickname')
  const line = tidyLine(old)
  if (!isVisible(line)) {
    findings.note('nickname_empty', `users ${row.id}`, old, userId)
    return cut(userId, ACCOUNT.nicknameMax)
  }
  if (length(line) > ACCOUNT.nicknameMax) {
    const short = cut(line, ACCOUNT.nicknameMax) || cut(userId, ACCOUNT.nicknameMax)
    findings.note('nickname_cut', `users ${row.id}`, line, short)
    return short
  }
  if (line !== old.trim()) findings.note('nickname_line', `users ${row.id}`, old, line)
  return line
}

export function bioOf(row: SourceRow, findings: Findings): string {
  const { tokens, length: seen } = cleanOldText(textOf(row, 'bio'), new Map(), { images: false })
  if (seen <= PROFILE.bioMax) return formatRichText(tokens) || DEFAULT_BIO
  findings.note('bio_cut', `users ${row.id}`, `${seen} 个字`)
  return formatRichText(cutTokens(tokens, PROFILE.bioMax)) || DEFAULT_BIO
}

function cutTokens(tokens: readonly Token[], max: number): Token[] {
  const kept: Token[] = []
  let left = max
  for (const token of tokens) {
    const size = token.kind === 'text' ? length(token.text) : token.kind === 'mention' ? length(token.nickname) + 1 : 1
    if (size > left) {
      if (token.kind === 'text') kept.push({ kind: 'text', text: cut(token.text, left) })
      break
    }
    kept.push(token)
    left -= size
  }
  while (kept.at(-1)?.kind === 'break') kept.pop()
  return kept
}

export function personalityOf(row: SourceRow, findings: Findings) {
  const dropped = (column: string) => {
    findings.note('profile_dropped', `users ${row.id}`, `${column}：${textOf(row, column)}`)
    return null
  }
  const chosen = (column: string, find: (line: string) => string | undefined) => {
    const line = tidyLine(textOf(row, column))
    return line === '' ? null : (find(line) ?? dropped(column))
  }
  const shortened = (column: string, max: number) => {
    const line = tidyLine(textOf(row, column))
    if (length(line) > max) findings.note('profile_cut', `users ${row.id}`, `${column}：${line}`, cut(line, max))
    return cut(line, max)
  }
  return {
    location: shortened('location', ADMIN.locationMax) || UNKNOWN_LOCATION,
    gender: chosen('gender', (line) => GENDERS[line.toLowerCase()]),
    zodiac_sign: chosen('zodiac_sign', (line) => ZODIAC_SIGNS.find((sign) => sign === line)),
    mbti: chosen('mbti', (line) => (mbtiRule(line.toUpperCase()) === null ? line.toUpperCase() : undefined)),
    education: chosen('education', (line) => EDUCATIONS.find((one) => one === line)),
    major: shortened('major', PROFILE.majorMax) || null,
    interests: interestsOf(row, findings),
  }
}

function interestsOf(row: SourceRow, findings: Findings): string | null {
  const source = textOf(row, 'interests').trim()
  if (source === '' || source === 'null') return null
  const listed = listIn(source)
  const lines = [...new Set((listed ?? []).map(tidyLine))].filter((line) => line !== '')
  const kept = [...new Set(lines.map((line) => cut(line, PROFILE.interestMax)))].filter((line) => line !== '')
  const few = kept.slice(0, PROFILE.interestsMax)
  if (listed === null || few.join() !== lines.join())
    findings.note('interests', `users ${row.id}`, source, few.join('，'))
  return few.length > 0 ? JSON.stringify(few) : null
}

/** Null for what is no list. */
function listIn(source: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(source)
    if (typeof parsed === 'string') return parsed.split(/[,，、]/)
    if (Array.isArray(parsed)) return parsed.filter((item) => typeof item === 'string')
    return null
  } catch {
    return /^[[{]/.test(source) ? null : source.split(/[,，、]/)
  }
}

/** Marked as an old one; `NO_PASSWORD` for what is no SHA-256. */
export function passwordOf(row: SourceRow, record: string, findings: Findings): string {
  const marked = oldPassword(textOf(row, 'password'))
  if (marked === null) findings.note('password', record)
  return marked ?? NO_PASSWORD
}

/** Owners whose password the first guess finds. */
export function noteCommonPassword(marked: string, username: string, findings: Findings): void {
  if (isCommonOldPassword(marked)) findings.note('admin_password', username)
}
