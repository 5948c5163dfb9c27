/** Which words of a note or a person a search has found; the browser reads texts as the server's index does. */
import type { Post } from '@shiliu/contract/posts'
import { findPhrases, type Range, readKeyword } from '@shiliu/contract/search-text'
import { oneLine } from '#entities/text/plain-field.ts'

export type FoundText = { text: string; ranges: Range[] }

export type FoundNote = {
  title: FoundText
  author: FoundText
  /** The part of the text that holds what the title does not. */
  passage: FoundText | null
  /** The tags that do, where the text does not. */
  tags: FoundText | null
}

export type Reader = {
  note(post: Post): FoundNote
  text(text: string): FoundText
  /** Nickname or 小石榴号, any part of which is found. */
  name(text: string): FoundText
}

/** Code units of a passage before the first word, so that it is in the first line of a card, and of all of it. */
const BEFORE = 8
const PASSAGE = 120
/** A passage at the end of a text begins earlier, so that it has so many. */
const FILLED = 24
/** Words so near the first one are read with it. */
const NEAR = 40

export function readerOf(keyword: string): Reader {
  const phrases = readKeyword(keyword, 'words')
  const letters = readKeyword(keyword, 'letters')
  const inText = (text: string): FoundText => ({ text, ranges: findPhrases(text, phrases) })
  return {
    note(post) {
      const title = inText(post.title)
      const complete = phrases.every((phrase) => findPhrases(post.title, [phrase]).length > 0)
      const passage = complete ? null : passageOf(inText(oneLine(post.content)))
      const tags = complete || passage ? null : tagsOf(post, inText)
      return { title, author: inText(post.nickname), passage, tags }
    },
    text: inText,
    name: (text) => ({ text, ranges: findPhrases(text, letters, 'letters') }),
  }
}

/** The part of a text where most is found. */
export function passageOf({ text, ranges }: FoundText): FoundText | null {
  const best = densest(ranges)
  if (!best) return null
  const from = passageStart(text, best[0])
  const to = cut(text, from + PASSAGE)
  const [before, behind] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const shift = before.length - from
  return {
    text: before + text.slice(from, to).trimEnd() + behind,
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]): Range => [start + shift, end + shift]),
  }
}

/** The first of the ranges, which are in order, that has most behind it which are near. */
function densest(ranges: Range[]): Range | undefined {
  let best: Range | undefined
  let most = 0
  let end = 0
  for (const [index, range] of ranges.entries()) {
    const limit = range[0] + NEAR
    for (let next = ranges[end]; next && next[0] < limit; next = ranges[end]) end++
    if (end - index > most) {
      best = range
      most = end - index
    }
  }
  return best
}

/** Begins with a sentence or a word where one is near. */
function passageStart(text: string, found: number): number {
  const earliest = Math.min(found - BEFORE, text.length - FILLED)
  if (earliest <= 0) return 0
  const first = /[\s，。！？；：、,.!?;:…]+/u.exec(text.slice(earliest, found))
  return first ? earliest + first.index + first[0].length : cut(text, earliest)
}

/** Not between the halves of a character. */
function cut(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : Math.min(at, text.length)
}

function tagsOf({ tags }: Post, inText: (text: string) => FoundText): FoundText | null {
  const found = tags.map(({ name }) => inText(name)).filter(({ ranges }) => ranges.length > 0)
  if (found.length === 0) return null
  let text = ''
  const all: Range[] = []
  for (const { text: name, ranges } of found) {
    text += `${text && ' '}#`
    for (const [start, end] of ranges) all.push([text.length + start, text.length + end])
    text += name
  }
  return { text, ranges: all }
}
