import { cleanTokens, formatRichText, plainText } from '@shiliu/contract/rich-text'
import { bioRule } from '@shiliu/contract/rules'
import { AppError } from '#platform/errors.ts'

/** A bio as it is kept: line breaks and mentions only. Throws `invalid_input` where it is too long then (spec section 5). */
export function cleanBio(source: string): string {
  const tokens = cleanTokens(source, { images: false })
  const message = bioRule(plainText(tokens))
  if (message) throw new AppError('invalid_input', { field: 'bio', message })
  return formatRichText(tokens)
}
