/** The rules of a profile's interests (docs/product.md#profile-rules). */
import { interestRule, interestsRule } from '@shiliu/contract/rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'

type Added = {
  interests: readonly string[]
  /** The rejected text, to stay in the field. */
  rest: string
  message: string | null
}

/** Equal for interests that differ only in width or case. */
const keyOf = (interest: string) => interest.normalize('NFKC').toLowerCase()

/** Adds the typed interest. An empty or duplicate one is skipped, an invalid one stays in `rest`. */
export function addInterest(interests: readonly string[], typed: string): Added {
  const interest = tidyLine(typed)
  if (!isVisible(interest) || interests.some((known) => keyOf(known) === keyOf(interest))) {
    return { interests, rest: '', message: null }
  }
  const next = [...interests, interest]
  const message = interestRule(interest) ?? interestsRule(next)
  return message ? { interests, rest: typed, message } : { interests: next, rest: '', message: null }
}
