/** Searching the endpoints (spec section 2 «Admin API docs»). */
import type { Endpoint, Section } from './endpoints.ts'

/** What is looked for: every word must be somewhere. */
export function wordsOf(query: string): string[] {
  return query.trim().toLowerCase().split(/\s+/).filter(Boolean)
}

function matches({ method, path, title, description, section }: Endpoint, words: readonly string[]): boolean {
  const text = `${method} ${path}\n${title}\n${description}\n${section}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The sections with what matches by method, path, title, description or section, in any case; all without a query. */
export function searchSections(sections: readonly Section[], query: string): readonly Section[] {
  const words = wordsOf(query)
  if (words.length === 0) return sections
  return sections
    .map(({ name, endpoints }) => ({ name, endpoints: endpoints.filter((endpoint) => matches(endpoint, words)) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

export type Part = { text: string; hit: boolean; at: number }

/** A text cut where the words are found in it; hits that touch or overlap are one. Joined, the parts are the text. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  const lower = text.toLowerCase()
  const lit = new Array<boolean>(text.length).fill(false)
  // Where lower case has another length, places would not be the text's.
  if (lower.length === text.length) {
    for (const word of words) {
      if (word === '') continue
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) lit.fill(true, at, at + word.length)
    }
  }
  const parts: Part[] = []
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1)
    const hit = lit[at] === true
    if (last?.hit === hit) last.text += text.charAt(at)
    else parts.push({ text: text.charAt(at), hit, at })
  }
  return parts
}
