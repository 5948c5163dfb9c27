import { describe, expect, it } from 'vitest'
import {
  cleanTokens,
  formatRichText,
  fromPlainText,
  mentionedIds,
  parseRichText,
  plainText,
  textWithPictures,
} from './rich-text.ts'

const clean = (source: string, images = false) => formatRichText(cleanTokens(source, { images }))

describe('cleaning', () => {
  it.each([
    ['keeps breaks and mentions', '你好<br/>[@小石:shiliu01]', '你好<br>[@小石:shiliu01]'],
    ['turns line feeds and block ends into breaks', 'a\r\nb<div>c</div>d', 'a<br>bc<br>d'],
    ['keeps a blank line between paragraphs', 'a<br><br>b\n\nc<br>d', 'a<br><br>b<br><br>c<br>d'],
    ['makes one blank line of several and trims', '<br>\n  a<br> <br>\nb <br><br>', 'a<br><br>b'],
    ['drops other tags, keeps their text', '<b onclick="x()">粗</b><a href="//evil">链</a>', '粗链'],
    ['drops scripts and styles with their content', 'a<script>alert(1)</script><style>b{}</style>c', 'ac'],
    ['keeps a comparison as text', '1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
    ['keeps typed markup as text', fromPlainText('<b>不是标签</b>'), '&lt;b&gt;不是标签&lt;/b&gt;'],
    [
      'does not let an entity become a tag',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
    ],
    ['closes an unfinished tag', 'a<img src=x onerror=alert(1)', 'a'],
    ['removes control characters and lone surrogates', 'a\u0000b\ud800', 'ab\ufffd'],
    [
      'drops what is not visible at both ends and between breaks',
      '\u200b<br>a<br>\u3164\ufe0f<br>b<br>\u2800',
      'a<br><br>b',
    ],
    ['keeps joiners within emoji', '\u200d👨‍👩‍👧', '\u200d👨‍👩‍👧'],
    ['empties a text that is not visible', '\u200b\u200f<p>\u{e0041}</p>&#8203;', ''],
    ['drops pictures in notes', 'a<img src="/uploads/x.webp">', 'a'],
  ])('%s', (_, source, expected) => {
    expect(clean(source)).toBe(expected)
  })

  it('writes a comment picture in the form that existing clients know', () => {
    const source = `看<img onload='x' src='/uploads/ab/c-detail.webp'>`
    expect(clean(source, true)).toBe('看<img src="/uploads/ab/c-detail.webp" alt="评论图片" class="comment-image" />')
  })

  it('is idempotent', () => {
    const once = clean('a &amp;lt; <b>b</b>\n\n[@c:d_1] <x', true)
    expect(clean(once, true)).toBe(once)
  })
})

it('does not turn escaped text into a mention', () => {
  const once = clean('&#91;@小石:shiliu01]')
  expect(parseRichText(once)).toEqual([{ kind: 'text', text: '[@小石:shiliu01]' }])
  expect(clean(once)).toBe(once)
})

it('limits the mentioned ids to twenty', () => {
  const source = Array.from({ length: 30 }, (_, i) => `[@某:user${i}]`).join('')
  expect(mentionedIds(parseRichText(source))).toHaveLength(20)
})

it('returns plain text and mentioned ids', () => {
  const tokens = parseRichText('嗨[@小石:shiliu01]<br>和[@小石:shiliu01]、[@榴:s2]')
  expect(plainText(tokens)).toBe('嗨@小石\n和@小石、@榴')
  expect(mentionedIds(tokens)).toEqual(['shiliu01', 's2'])
})

it('replaces pictures by a word in textWithPictures', () => {
  const tokens = parseRichText('看<br><img src="/a.webp">&lt;')
  expect(plainText(tokens)).toBe('看\n<')
  expect(textWithPictures(tokens)).toBe('看\n[图片]<')
})

it.each(['<!--', '<script>', '<!--<style>', '<iframe></script'])(
  'parses many unclosed %s in linear time',
  (text) => {
    expect(parseRichText(text.repeat(200_000 / text.length))).toBeDefined()
  },
  2000,
)

it.each([
  ['a<!-- b -->c<!-- d', 'ac<!-- d'],
  ['a<script>b</script >c<SCRIPT>d', 'acd'],
  ['a<!--<script>-->b</script>c', 'abc'],
  ['a<style>b<!--</style>c-->d', 'ac-->d'],
])('removes comments and scripts from %s', (source, text) => {
  expect(plainText(parseRichText(source))).toBe(text)
})
