/** The list of watched words (docs/product.md#watched-words). Owns `watched_words`. */
import { WORD_ACTIONS, type WordAction } from '@shiliu/contract/admin/words'
import { watchedWordRule } from '@shiliu/contract/rules'
import { tidyLine } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import type { Db } from '#platform/db/client.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { beginChange, type LiveCopy, openLiveCopy } from '#platform/db/live-copy.ts'
import { groupBy } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import type { Bus } from '#platform/events/bus.ts'
import { fold } from './fold.ts'
import { type Matcher, matcherInTurns } from './word-matcher.ts'
import * as repo from './words.repo.ts'

export type { WordRow } from './words.repo.ts'
export { listWords } from './words.repo.ts'

export type Word = { word: string; action: WordAction; whole: boolean }

/** Finds the words in a text. */
export type LiveWords = LiveCopy<Matcher<Word>>

const SOURCE = { topic: 'words-changed', mark: 'watched-words' } as const

/** The words in force, kept current. */
export function openWords(db: Db, bus: Bus): Promise<LiveWords> {
  const read = async (from: Db) =>
    matcherInTurns(
      (await repo.listAllWords(from)).map(({ word, action, whole }) => ({ word, action, whole: whole === 1 })),
    )
  return openLiveCopy<Matcher<Word>>(db, bus, () => [], { ...SOURCE, read })
}

/**
 * Adds words, one a line as `word`, `word<TAB>action` or `word<TAB>action<TAB>whole`, and changes what happens to those
 * that are there. Lines that are wrong are skipped and named.
 */
export async function importWords(
  t: Ctx,
  { text, action: usual }: { text: string; action: WordAction },
): Promise<{ added: number; changed: number; problems: string[] }> {
  const problems: string[] = []
  const wanted = new Map<string, Word>()
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [word = '', action = usual, whole] = line.trim().split('\t').map(tidyLine)
    const problem = problemOf(word, action)
    if (problem) problems.push(`第 ${i + 1} 行：${problem}`)
    else wanted.set(fold(word), { word, action: action as WordAction, whole: whole === 'whole' })
  }
  if (wanted.size === 0) return { added: 0, changed: 0, problems }
  await beginChange(t, t.words, SOURCE)
  const there = new Map((await repo.listByKeys(t.db, [...wanted.keys()])).map((row) => [row.word_key, row]))
  const now = t.clock.now()
  const isOther = (key: string, { action, whole }: Word) => {
    const row = there.get(key)
    return row !== undefined && (row.action !== action || (row.whole === 1) !== whole)
  }
  const changed = [...wanted].filter(([key, word]) => isOther(key, word))
  const bySame = groupBy(changed, ([, { action, whole }]) => `${action} ${whole}`)
  for (const same of bySame.values()) {
    const ids = same.flatMap(([key]) => there.get(key)?.id ?? [])
    const [[, { action, whole }] = ['', { action: usual, whole: false }]] = same
    await repo.updateTreatment(t.db, ids, { action, whole: whole ? 1 : 0, updated_at: now })
  }
  const added = [...wanted].filter(([key]) => !there.has(key))
  const stamps = { created_at: now, updated_at: now }
  await repo.insertWords(
    t.db,
    added.map(([word_key, { word, action, whole }]) => ({ word, word_key, action, whole: whole ? 1 : 0, ...stamps })),
  )
  return { added: added.length, changed: changed.length, problems }
}

function problemOf(word: string, action: string): string | null {
  if (!WORD_ACTIONS.some((known) => known === action)) return '处理方式只能是 refuse、review、mask 或 flag'
  const problem = watchedWordRule(word)
  if (problem) return problem
  try {
    keyOf(word)
    return null
  } catch (error) {
    return error instanceof AppError ? error.message : '不正确'
  }
}

/** Returns the new word's id. Throws `record_duplicate`, `invalid_input`. */
export async function createWord(t: Ctx, { word, action, whole }: Word): Promise<number> {
  await beginChange(t, t.words, SOURCE)
  const now = t.clock.now()
  const row = { word, word_key: keyOf(word), action, whole: whole ? 1 : 0, created_at: now, updated_at: now }
  return refusingDuplicates(() => repo.insertWord(t.db, row))
}

/** Missing fields stay. Throws `record_duplicate`, `invalid_input`. */
export async function updateWord(
  t: Ctx,
  id: number,
  { word, action, whole }: { [K in keyof Word]?: Word[K] | undefined },
): Promise<void> {
  await beginChange(t, t.words, SOURCE)
  const changes = {
    ...(word !== undefined && { word, word_key: keyOf(word) }),
    ...(action !== undefined && { action }),
    ...(whole !== undefined && { whole: whole ? 1 : 0 }),
    updated_at: t.clock.now(),
  }
  await refusingDuplicates(() => repo.updateWord(t.db, id, changes))
}

/** Texts that were checked before stay as they are. */
export async function deleteWords(t: Ctx, ids: number[]): Promise<void> {
  await beginChange(t, t.words, SOURCE)
  await repo.deleteWords(t.db, t.engine, ids)
}

const KEY_MAX = 191

function keyOf(word: string): string {
  const key = fold(word)
  const invalid = (message: string) => new AppError('invalid_input', { field: 'word', message })
  if (key === '') throw invalid('敏感词里要有文字或数字')
  if (key.length > KEY_MAX) throw invalid('敏感词太长')
  return key
}

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'word', message: '这个词已经在列表里' }))
