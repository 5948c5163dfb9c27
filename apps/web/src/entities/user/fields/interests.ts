/** What may become an interest of a profile (spec section 5 «Profile»). */
import { interestRule, interestsRule } from '@shiliu/contract/rules'
import { isVisible, tidyLine } from '@shiliu/contract/text'

export type Added = {
  interests: readonly string[]
  /** What could not be taken, to stay in the field. */
  rest: string
  message: string | null
}

/** Width, case and blanks do not make another interest. */
const keyOf = (interest: string) => interest.normalize('NFKC').toLowerCase()

/** Adds what was typed. Blanks and repeated ones are passed over; what breaks a rule stays typed. */
export function addInterest(interests: readonly string[], typed: string): Added {
  const interest = tidyLine(typed)
  if (!isVisible(interest) || interests.some((known) => keyOf(known) === keyOf(interest))) {
    return { interests, rest: '', message: null }
  }
  const next = [...interests, interest]
  const message = interestRule(interest) ?? interestsRule(next)
  return message ? { interests, rest: typed, message } : { interests: next, rest: '', message: null }
}
