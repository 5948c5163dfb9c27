/** The rules of a note's tags (docs/product.md#note-fields). */
import { POST, TAGS } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'
import { tidyLine } from '@shiliu/contract/text'

const SEPARATOR = /[,，、\n]/

/** Equal for names that the server treats as one: width, case and outer whitespace are ignored. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

type Added = {
  tags: readonly string[]
  /** The rejected text, to stay in the field. */
  rest: string
  message: string | null
}

/** Adds the typed names, split at separators. Empty and duplicate names are skipped, invalid ones stay in `rest`. */
export function addTags(tags: readonly string[], typed: string): Added {
  const known = new Set(tags.map(tagKey))
  const next = [...tags]
  const rejected: string[] = []
  let message: string | null = null
  for (const part of typed.split(SEPARATOR)) {
    const name = tidyLine(tidyLine(part).replace(/^#+/, ''))
    if (!name || known.has(tagKey(name))) continue
    if (length(name) > POST.tagMax) message = `每个标签不能超过${POST.tagMax}个字`
    else if (next.length >= POST.tagsMax) message = `最多只能选择${POST.tagsMax}个标签`
    else {
      known.add(tagKey(name))
      next.push(name)
      continue
    }
    rejected.push(name)
  }
  return { tags: next, rest: rejected.join('，'), message }
}

export function hasSeparator(typed: string): boolean {
  return SEPARATOR.test(typed)
}

/** Up to ten names that contain the typed text and are not chosen yet; none for an empty text. */
export function suggest(names: readonly string[], typed: string, chosen: readonly string[]): string[] {
  const text = tagKey(typed)
  if (!text) return []
  const known = new Set(chosen.map(tagKey))
  return names.filter((name) => tagKey(name).includes(text) && !known.has(tagKey(name))).slice(0, TAGS.suggestions)
}
