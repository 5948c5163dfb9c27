import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { formatRichText } from '@shiliu/contract/rich-text'
import { describe, expect, it } from 'vitest'
import { bioOf, nicknameOf, passwordOf, personalityOf, spareUserId, wantedUserId } from './old-profiles.ts'
import { cleanOldText, mentionedOldIds } from './old-texts.ts'
import { picturesIn, readAddress } from './old-uploads.ts'
import { countOf, flagOf, idOf, timeOf, timeOrNull } from './old-values.ts'
import { LISTED_MAX, LOST_LISTED_MAX, newFindings } from './repairs.ts'
import type { SourceRow } from './source.ts'

const row = (fields: Omit<SourceRow, 'id'>): SourceRow => ({ id: 7, ...fields }) as SourceRow
const shown = (source: string, renamed = new Map<string, string>(), images = false) =>
  formatRichText(cleanOldText(source, renamed, { images }).tokens)

describe('numbers and flags', () => {
  it.each([
    ['12', 12],
    [0, null],
    [-4, null],
    ['1.5', null],
    ['9007199254740993', null],
    [null, null],
    ['x', null],
  ])('the id %j is %j', (value, id) => expect(idOf(row({ x: value }), 'x')).toBe(id))

  it.each([
    [null, 0],
    [-3, 0],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER],
    ['x', 0],
    [12.7, 12],
  ])('the count %j is %j', (value, count) => expect(countOf(row({ x: value }), 'x')).toBe(count))

  it('flags are 0 and 1', () => {
    expect([null, 0, '0', 1, 2].map((value) => flagOf(row({ x: value }), 'x'))).toEqual([0, 0, 0, 1, 1])
  })
})

describe('times', () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    ['1700000000', 1_700_000_000_000],
    ['1700000000.250', 1_700_000_000_250],
    [null, 5_000_000_000_000 / 10],
    [0, 500_000_000_000],
    ['-100', 500_000_000_000],
    [String(now / 1000 + 1), now],
    ['99999999999999', now],
  ])('%j is %j', (seconds, time) => {
    const findings = newFindings()
    const times = { table: 'likes', last: 500_000_000_000, now } as const
    expect(timeOf(row({ created_at: seconds }), times, findings)).toBe(time)
    const kind = time === now ? 'time_future' : time === 500_000_000_000 ? 'time_early' : null
    expect(findings.listed({}).map((found) => [found.kind, found.record])).toEqual(kind ? [[kind, 'likes 7']] : [])
  })

  it('a row takes the time of the row before it, the first 1971', () => {
    const times = { table: 'likes' as const, last: 0, now }
    const next = (seconds: number) => timeOf(row({ created_at: seconds }), times, newFindings())
    expect([next(0), next(1_000_000_000), next(1)]).toEqual([Date.UTC(1971, 0, 1), 1e12, 1e12])
    expect(timeOrNull(row({ x: 3 }), 'x', times)).toBeNull()
  })
})

describe('texts', () => {
  it.each([
    ['<a class="mention-link" data-user-id="hong">@小红</a>好', '[@小红:hong]好'],
    ["<a data-user-id='hong' class='mention-link' href='/u/hong'><b>@小红</b></a>好", '[@小红:hong]好'],
    ['<A DATA-USER-ID=hong>小[红]</A>', '[@小红:hong]'],
    ['<a data-user-id="hong">@', '[@hong:hong]'],
    ['<a data-user-id="Old-ID.1">@旧</a>', '[@旧:new_id]'],
    ['[@旧:Old-ID.1]', '[@旧:new_id]'],
    ['<a data-user-id="somebody@else">@旁人</a>', '@旁人'],
    ['<a href="https://x.example">链接</a>', '链接'],
    ['a<br/>b<p>c</p>d<script>e</script>', 'a<br>bc<br>d'],
    ['1 < 2 && <b', '1 &lt; 2 &amp;&amp; '],
    ['&lt;img src=x&gt;', '&lt;img src=x&gt;'],
    ['<img src="/uploads/a.png">', ''],
    ['', ''],
  ])('%j is %j', (source, text) => {
    expect(shown(source, new Map([['Old-ID.1', 'new_id']]))).toBe(text.trim())
  })

  it('keeps pictures of comments', () => {
    const source = '看<img alt="x" src=\'https://i.example/a.png?b=1&amp;c=2\' onerror=alert(1)>'
    expect(shown(source, new Map(), true)).toContain('src="https://i.example/a.png?b=1&amp;c=2"')
    expect(picturesIn(source)).toEqual(['https://i.example/a.png?b=1&c=2'])
    expect(mentionedOldIds('<a data-user-id="a">@b</a>[@c:d-e]')).toEqual(['a', 'd-e'])
  })

  it('of hostile forms takes no longer than their length', () => {
    const pieces = [
      '<a',
      '<a data-user-id=',
      '[@',
      '<img src=',
      '<a data-user-id="x">',
      '&lt;',
      '[@a:',
      'data-user-id ',
    ]
    for (const piece of pieces) {
      const source = `<a ${piece.repeat(65_000 / piece.length)}`
      const start = performance.now()
      cleanOldText(source, new Map(), { images: true })
      mentionedOldIds(source)
      picturesIn(source)
      expect(performance.now() - start).toBeLessThan(1000)
    }
  })
})

describe('profiles', () => {
  it.each([
    ['xiaoming', 'xiaoming', true],
    ['ab', 'ab', true],
    ['Search', 'user7', false],
    [' ann ', 'ann', false],
    ['张三', 'user7', false],
    ['张三abc', 'abc', false],
    ['ａｂｃ', 'abc', false],
    ['a.b-c d', 'abcd', false],
    ['x'.repeat(50), 'x'.repeat(15), false],
    ['', 'user7', false],
  ])('the public id %j wants to be %j', (old, userId, isKept) => {
    expect(wantedUserId(row({ user_id: old }))).toEqual({ userId, isKept })
  })

  it('spare ids are short enough', () => {
    expect(spareUserId(12_345_678_901_234)).toBe('user12345678901')
  })

  it('makes one line of a nickname, and of none the public id', () => {
    const names = ['小\r\n明', ' a ', '\u202e反', '', null, '\u200b'].map((nickname) =>
      nicknameOf(row({ nickname }), 'xiao_ming_12', newFindings()),
    )
    expect(names).toEqual(['小 明', 'a', '反', 'xiao_ming_', 'xiao_ming_', 'xiao_ming_'])
  })

  it('cuts a bio at what is seen of it', () => {
    const bio = `<b>${'长'.repeat(190)}</b><br>[@一二三四五六七八九十:abc]尾`
    expect(bioOf(row({ bio }), newFindings())).toBe('长'.repeat(190))
    expect(bioOf(row({ bio: null }), newFindings())).toBe(DEFAULT_BIO)
  })

  it.each([
    ['Female', '女'],
    ['男', '男'],
    ['other', null],
    [null, null],
  ])('the gender %j is %j', (gender, now) => {
    expect(personalityOf(row({ gender }), newFindings()).gender).toBe(now)
  })

  it.each([
    [null, null],
    ['null', null],
    ['[]', null],
    ['["a","a"," b "]', '["a","b"]'],
    ['"a,b"', '["a","b"]'],
    ['看书、旅行', '["看书","旅行"]'],
    ['[1,"a",null]', '["a"]'],
    ['{"a":1}', null],
    ['[broken', null],
  ])('the interests %j are %j', (interests, now) => {
    expect(personalityOf(row({ interests }), newFindings()).interests).toBe(now)
  })

  it('knows a password by its form', () => {
    const findings = newFindings()
    expect(passwordOf(row({ password: 'A'.repeat(64) }), 'users 7', findings)).toBe(`sha256:${'a'.repeat(64)}`)
    expect(findings.counts.size).toBe(0)
    for (const password of [null, '', 'secret']) expect(passwordOf(row({ password }), 'users 7', findings)).toBe('')
    expect(findings.counts.get('password')).toBe(3)
  })
})

describe('addresses of pictures', () => {
  it.each([
    ['/uploads/a.png', { kind: 'upload', name: 'a.png', host: null }],
    ['uploads/2024/a.png?x=1', { kind: 'upload', name: '2024/a.png', host: null }],
    ['http://old:3001/uploads/%E5%9B%BE.png', { kind: 'upload', name: '图.png', host: 'old:3001', url: null }],
    ['https://old/api/uploads/a.png', { kind: 'upload', name: 'a.png', url: 'https://old/api/uploads/a.png' }],
    ['//img.example/a.png', { kind: 'foreign', url: 'https://img.example/a.png' }],
    ['http://img.example/a b.png', { kind: 'foreign', url: 'https://img.example/a%20b.png', wasHttp: true }],
    ['http://img.example:8080/a.png', { kind: 'invalid' }],
    ['/uploads/../secret', { kind: 'invalid' }],
    ['/uploads/%2e%2e%2fsecret', { kind: 'invalid' }],
    ['/uploads/', { kind: 'invalid' }],
    ['data:image/png;base64,AA', { kind: 'invalid' }],
    ['javascript:alert(1)', { kind: 'invalid' }],
    ['https://', { kind: 'invalid' }],
    [`https://img.example/${'x'.repeat(600)}`, { kind: 'invalid' }],
    [' ', { kind: 'none' }],
    ['null', { kind: 'none' }],
  ])('%j', (source, address) => expect(readAddress(source)).toMatchObject(address))
})

it('lists of what is frequent only the first, over all batches', () => {
  const findings = newFindings()
  for (let id = 1; id <= 300; id++) {
    findings.note('markup', `posts ${id}`, 'x'.repeat(1000))
    findings.note('user_id', `old${id}`, 'a', 'b')
    findings.note('like_target', `likes ${id}`)
    findings.note('picture_missing', `${id}.png`)
  }
  const listed = findings.listed({ markup: LISTED_MAX - 10, picture_missing: LOST_LISTED_MAX - 20 })
  expect(listed.filter(({ kind }) => kind === 'markup')).toHaveLength(10)
  expect(listed.filter(({ kind }) => kind === 'user_id')).toHaveLength(300)
  // What does not come is listed far longer.
  expect(listed.filter(({ kind }) => kind === 'like_target')).toHaveLength(300)
  expect(listed.filter(({ kind }) => kind === 'picture_missing')).toHaveLength(20)
  expect(findings.counts.get('markup')).toBe(300)
  expect(listed[0]?.old_value).toHaveLength(300)
})
