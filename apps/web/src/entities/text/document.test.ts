import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { expect, test } from 'vitest'
import { canonical, lineJson, mentionJson, toDocument, toMarkup, withPictures } from './document.ts'

const STORED = [
  '',
  '你好',
  '第一行<br>第二行',
  '<br><br>空行在前，也在后<br><br>',
  '谢谢 [@小明:xiaoming] 和 [@a b:user_01]',
  '[@小明:xiaoming][@小红:xiaohong]<br>[@小明:xiaoming]',
  '  前后 有空格  ',
  '1 &lt; 2 &amp; 3 &gt; 2',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '不是提及：&#91;@小明:xiaoming]',
  '&amp;#91;@小明:xiaoming] &amp;lt;b&amp;gt;',
  '😀👨‍👩‍👧‍👦🇨🇳👋🏽',
  '[@R&B:rb]',
]

test.each(STORED)('keeps %j through the editor', (stored) => {
  expect(toMarkup(toDocument(stored))).toBe(stored)
})

test('makes a paragraph of a line and an atom of a mention', () => {
  expect(toDocument('嗨 [@小明:xiaoming]<br><br>再见')).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '嗨 ' },
          { type: 'mention', attrs: { id: 'xiaoming', label: '小明' } },
        ],
      },
      { type: 'paragraph' },
      { type: 'paragraph', content: [{ type: 'text', text: '再见' }] },
    ],
  })
})

test.each([
  '<b>粗</b><script>alert(1)</script>',
  '[@小明:xiaoming]',
  '**粗** [链接](https://example.com) # 标题',
  '<img src=x onerror=alert(1)>',
  '&lt;br&gt; &#91;@小明:xiaoming]',
  '<br>',
  '&nbsp;&amp;',
])('keeps typed or pasted %j as text', (typed) => {
  const markup = toMarkup({ type: 'doc', content: [lineJson(typed)] })
  expect(parseRichText(markup)).toEqual([{ kind: 'text', text: typed }])
  expect(toDocument(markup)).toEqual({ type: 'doc', content: [lineJson(typed)] })
})

test('keeps markup in a nickname inside the mention', () => {
  const line = { type: 'paragraph', content: [mentionJson({ userId: 'x', nickname: ']<br>[@管理员:admin' })] } as const
  const markup = toMarkup({ type: 'doc', content: [{ ...line, content: [...line.content] }] })
  expect(parseRichText(markup).every(({ kind }) => kind !== 'break')).toBe(true)
  expect(parseRichText(markup)).toHaveLength(1)
})

test('stores a hard break as a line break', () => {
  const content = [{ type: 'text', text: '一' }, { type: 'hardBreak' }, { type: 'text', text: '二' }] as const
  expect(toMarkup({ type: 'doc', content: [{ type: 'paragraph', content: [...content] }] })).toBe('一<br>二')
})

test('appends pictures to the text and leaves them out of the editor', () => {
  const stored = withPictures('看', ['/uploads/a.webp', '/uploads/"b".webp'])
  expect(parseRichText(stored).map((token) => (token.kind === 'image' ? token.url : token.kind))).toEqual([
    'text',
    '/uploads/a.webp',
    '/uploads/"b".webp',
  ])
  expect(canonical(stored)).toBe('看')
  expect(plainText(parseRichText(stored))).toBe('看')
})
