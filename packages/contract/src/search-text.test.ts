import { describe, expect, test } from 'vitest'
import { findPhrases, foldText, readKeyword, readText } from './search-text.ts'

const mark = (text: string, keyword: string) =>
  findPhrases(text, readKeyword(keyword, 'words')).reduceRight(
    (marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  )

describe('reading', () => {
  test.each([
    ['备考CET6', [['备', '考', 'cet', '6']]],
    ['今天，好', [['今', '天', '好']]],
    ['k-pop', [['k', 'pop'], ['kpop']]],
    ['ChatGPT', [['chat', 'gpt'], ['chatgpt']]],
    // Emoji at the end are no other reading, and a line without them has none.
    ['上岸啦🎉\n第二行', [['上', '岸', '啦', '🎉', '第', '二', '行']]],
    [
      '好🎉啊\n第二行',
      [
        ['好', '🎉', '啊', '第', '二', '行'],
        ['好', '啊'],
      ],
    ],
    ['👨‍👩‍👧', [['👨', '👩', '👧']]],
    ['', [[]]],
    ['…！', [[]]],
  ])('%j', (text, words) => {
    expect(readText(text, 'words')).toEqual(words)
  })

  test('a keyword has a phrase for each part, each once, with its readings', () => {
    expect(readKeyword(' 考研 k-pop 考研 ! ', 'words')).toEqual([
      { readings: [['考', '研']], open: false },
      { readings: [['kpop'], ['k', 'pop']], open: true },
    ])
    expect(readKeyword('ab_1', 'letters')).toEqual([{ readings: [['a', 'b', '_', '1']], open: false }])
    expect(readKeyword('字 '.repeat(50), 'words')).toHaveLength(1)
    expect(readKeyword([...'一二三四五六七八九十甲乙'].join(' '), 'words')).toHaveLength(10)
    expect(readKeyword('字'.repeat(300), 'words')[0]?.readings[0]).toHaveLength(100)
  })

  test('cuts words of a length that no engine indexes', () => {
    expect(readText('a'.repeat(500), 'words')[0]).toEqual(['a'.repeat(36)])
  })

  test('takes time in proportion to the length', () => {
    const long = ['a', 'A', 'aA', 'a-', '🎉', '👨\u200d', '\u0301', 'é', '考'].map((part) =>
      part.repeat(200_000 / part.length),
    )
    // Longer than the limit of a test if it took the square of it.
    for (const text of long) readText(text, 'words')
  })
})

describe('marking', () => {
  test.each([
    ['备考CET6', 'cet', '备考[CET]6'],
    ['备考ＣＥＴ６', 'cet6', '备考[ＣＥＴ６]'],
    ['iPhone15Pro', 'iph', '[iPh]one15Pro'],
    ['去Café坐坐', 'cafe', '去[Café]坐坐'],
    ['去Cafe\u0301坐坐', 'café坐', '去[Cafe\u0301坐]坐'],
    ['K-pop舞', 'kpo', '[K-po]p舞'],
    ['K-pop舞', 'kpop舞', '[K-pop舞]'],
    ['kpop', 'k-pop', '[kpop]'],
    ['ChatGPT', 'gpt', 'Chat[GPT]'],
    ['Straße', 'strass', '[Straß]e'],
    ['考研考研', '考研', '[考研考研]'],
    ['考研，研究', '考研 研究', '[考研]，[研究]'],
    ['今天，天好', '天天', '今[天，天]好'],
    ['好🎉啊', '好啊', '[好🎉啊]'],
    ['家👨‍👩‍👧好', '👩', '家[👨‍👩‍👧]好'],
    ['赞👍🏽吧', '👍', '赞[👍🏽]吧'],
    ['education', 'cat', 'education'],
    ['<b>&', 'b', '<[b]>&'],
    ['ｶﾞﾝﾀﾞﾑ', 'ガン', '[ｶﾞﾝ]ﾀﾞﾑ'],
    ['随便', '', '随便'],
  ])('%j for %j', (text, keyword, marked) => {
    expect(mark(text, keyword)).toBe(marked)
  })

  test('folds a text as its pieces, so that places are those of the text', () => {
    const pieces = [
      'Café',
      '１２',
      '考',
      'ｶﾞ',
      'が',
      'か\u3099',
      'ß',
      'Åre',
      '👍🏽',
      '㎏',
      'ﬁ',
      'Ǆ',
      'e\u0301\u0301',
      '\n',
      '①',
    ]
    for (let seed = 1; seed < 200; seed++) {
      const text = Array.from({ length: 6 }, (_, i) => pieces[(seed * (i + 7) * 31) % pieces.length]).join('')
      const whole = findPhrases(text, readKeyword(text.replaceAll('\n', ''), 'words'))
      expect(whole.at(-1)?.[1] ?? 0, JSON.stringify(text)).toBeLessThanOrEqual(text.length)
      expect(foldText(text)).toBe(
        [...text.matchAll(/[^\p{M}\uff9e][\p{M}\uff9e]*|[\p{M}\uff9e]+/gu)].map(([piece]) => foldText(piece)).join(''),
      )
    }
  })
})
