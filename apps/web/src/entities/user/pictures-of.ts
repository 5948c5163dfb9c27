import { parseRichText } from '@shiliu/contract/rich-text'

/** Addresses of the pictures in a text, each once. */
export function picturesOf(source: string): string[] {
  return [...new Set(parseRichText(source).flatMap((token) => (token.kind === 'image' ? [token.url] : [])))]
}
