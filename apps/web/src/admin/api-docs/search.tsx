import type { Endpoint, Section } from './openapi.ts'

/** The words of a query; an endpoint matches if it contains all of them. */
export function termsOf(query: string): string[] {
  return query.trim().toLowerCase().split(/\s+/).filter(Boolean)
}

function matches({ method, path, title, description, section }: Endpoint, terms: readonly string[]): boolean {
  const text = `${method} ${path}\n${title}\n${description}\n${section}`.toLowerCase()
  return terms.every((term) => text.includes(term))
}

/** The sections with their matching endpoints, without empty ones. */
export function searchSections(sections: readonly Section[], query: string): readonly Section[] {
  const terms = termsOf(query)
  return sections
    .map(({ name, endpoints }) => ({ name, endpoints: endpoints.filter((endpoint) => matches(endpoint, terms)) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

/** Splits a text into hits and the rest; hits that touch or overlap are one. Joined, the parts are the text. */
export function splitHits(text: string, terms: readonly string[]) {
  const lower = text.toLowerCase()
  const hits = new Array<boolean>(text.length).fill(false)
  // In rare scripts the lower case has another length, so that its indices do not apply.
  for (const term of lower.length === text.length ? terms : []) {
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) hits.fill(true, at, at + term.length)
  }
  const parts: { text: string; hit: boolean; start: number }[] = []
  for (const [start, hit] of hits.entries()) {
    const last = parts.at(-1)
    if (last?.hit === hit) last.text += text.charAt(start)
    else parts.push({ text: text.charAt(start), hit, start })
  }
  return parts
}

export function Highlight({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text
  return splitHits(text, terms).map(({ text: part, hit, start }) => (hit ? <mark key={start}>{part}</mark> : part))
}
