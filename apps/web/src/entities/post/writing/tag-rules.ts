/** What may become a tag of a note (spec section 5 «Tag input»). */
import { POST, TAGS } from '@shiliu/contract/limits'
import { length } from '@shiliu/contract/rules'

const BETWEEN = /[,，、\n]/

/** As the server keeps names apart: width, case and blanks do not make another tag. */
export function tagKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

export type Added = {
  tags: readonly string[]
  /** What could not be taken, to stay in the field. */
  rest: string
  message: string | null
}

/** Adds what was typed, split at commas. Blanks and repeated ones are passed over; what breaks a rule stays typed. */
export function addTags(tags: readonly string[], typed: string): Added {
  const known = new Set(tags.map(tagKey))
  const next = [...tags]
  const refused: string[] = []
  let message: string | null = null
  for (const part of typed.split(BETWEEN)) {
    const name = part.trim().replace(/^#+/, '').trim()
    if (!name || known.has(tagKey(name))) continue
    if (length(name) > POST.tagMax) message = `每个标签不能超过${POST.tagMax}个字`
    else if (next.length >= POST.tagsMax) message = `最多只能选择${POST.tagsMax}个标签`
    else {
      known.add(tagKey(name))
      next.push(name)
      continue
    }
    refused.push(name)
  }
  return { tags: next, rest: refused.join('，'), message }
}

export function endsTag(typed: string): boolean {
  return BETWEEN.test(typed)
}

/** Names that contain what was typed, whichever its case, without those chosen. Nothing typed suggests nothing. */
export function suggest(names: readonly string[], typed: string, chosen: readonly string[]): string[] {
  const wanted = tagKey(typed)
  if (!wanted) return []
  const known = new Set(chosen.map(tagKey))
  return names.filter((name) => tagKey(name).includes(wanted) && !known.has(tagKey(name))).slice(0, TAGS.suggestions)
}
