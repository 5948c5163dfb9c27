import { length } from '@shiliu/contract/rules'

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** At most `max` code points, and no half of an emoji that is made of several. */
export function cut(text: string, max: number): string {
  let result = ''
  for (const { segment } of segments.segment(text)) {
    if (length(result + segment) > max) break
    result += segment
  }
  return result.trim()
}
