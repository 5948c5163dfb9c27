import { formatRichText, parseRichText } from '@shiliu/contract/rich-text'

/** The text of a comment without its pictures, which the editor does not show. */
export function withoutPictures(source: string): string {
  return formatRichText(parseRichText(source).filter(({ kind }) => kind !== 'image'))
}
