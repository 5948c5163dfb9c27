/** One form for all spellings of a text that look alike, so that a word is found however it is written. */

/**
 * Letters of other alphabets under the Latin ones that they look like, in lower case: of Unicode's confusables those
 * that a keyboard or a web page gives.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀⱥ',
  b: 'вʙƅьβßƀɓ',
  c: 'сϲᴄⅽƈȼ',
  d: 'ԁɗᴅđꓒɖ',
  e: 'еɛεҽᴇə℮ɇ',
  f: 'ϝғꜰƒ',
  g: 'ɡցɢɠǥ',
  h: 'һнհʜħ',
  i: 'іιıɩɪӏɨ',
  j: 'јϳᴊɉ',
  k: 'кκᴋƙĸ',
  l: 'ⅼʟłƚɫɭ',
  m: 'мᴍⅿμɱ',
  n: 'пոηɴŋɲƞ',
  o: 'оοօσᴏøө',
  p: 'рρᴘþƥ',
  q: 'ԛգ',
  r: 'гʀꭇɍɽ',
  s: 'ѕꜱƽʂȿ',
  t: 'тτᴛŧʈƭ',
  u: 'υսᴜцʋʉ',
  v: 'ѵνᴠⅴ',
  w: 'ѡԝᴡωⱳ',
  x: 'хχⅹ×',
  y: 'уγүʏƴɏ',
  z: 'ᴢʐƶȥ',
}
const LATIN = pairs(LOOKALIKES)

/** Capitals that look like another letter than their small ones do: Greek, and the Lisu and Cherokee of fancy fonts. */
const CAPITALS = pairs({
  a: 'ꓮᎪ',
  b: 'ꓐᏴ',
  c: 'ꓚᏟ',
  d: 'ꓓᎠ',
  e: 'ꓰᎬ',
  f: 'ꓝ',
  g: 'ꓖᏀ',
  h: 'ΗꓧᎻ',
  i: 'ꓲ',
  j: 'ꓙᎫ',
  k: 'ꓗᏦ',
  l: 'ꓡᏞ',
  m: 'ꓟᎷ',
  n: 'Νꓠ',
  o: 'ꓳ',
  p: 'ꓑᏢ',
  r: 'ꓣᎡ',
  s: 'ꓢᏚ',
  t: 'ꓔᎢ',
  u: 'ꓴ',
  v: 'ꓦᏙ',
  w: 'ꓪᎳ',
  x: 'ꓫ',
  y: 'ΥꓬᎩ',
  z: 'ΖꓜᏃ',
})

/** Radicals under the characters that they are written like, of those that Unicode does not decompose. */
const RADICALS = new Map(
  Array.from(
    '⺠民⺩王⺫目⺬示⺷羊⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龟⻲亀'.matchAll(
      /(.)(.)/gu,
    ),
    ([, radical = '', character = '']) => [radical, character],
  ),
)

function pairs(table: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(table).flatMap(([plain, others]) => Array.from(others, (other) => [other, plain])))
}

/** White letters and digits on black, in the order of the alphabet: first and last code point, first plain one. */
const ENCLOSED = [
  [0x1f150, 0x1f169, 'a'],
  [0x1f170, 0x1f189, 'a'],
  [0x2776, 0x277e, '1'],
  [0x2780, 0x2788, '1'],
  [0x278a, 0x2792, '1'],
  [0x24f5, 0x24fd, '1'],
  [0x24ff, 0x24ff, '0'],
] as const

function enclosed(point: number): string | undefined {
  const found = ENCLOSED.find(([first, last]) => first <= point && point <= last)
  return found && String.fromCodePoint(found[2].charCodeAt(0) + point - found[0])
}

/** The same digit as 0 to 9 whatever the script: each has its ten in a row. */
function digit(letter: string): string {
  if (!/\p{Nd}/u.test(letter) || letter <= '9') return letter
  const point = letter.codePointAt(0) ?? 0
  let zero = point
  while (zero > point - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(point - zero)
}

/** Letters to Unicode that show nothing, or are written between others as a sign would be. */
const NO_LETTER =
  /[\p{Default_Ignorable_Code_Point}\u02b0-\u02ff\u01c0-\u01c3\u1427\u30fc\ua4f8-\ua4fd\ua717-\ua71f\ua788\u119e丶丨丿乀]/u

/** Digits and signs that are read as letters, for names only: in a text `100` is a number. */
const READ_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

/** So many characters are kept, with what they fold to; one text has far fewer different ones. */
const KEPT_MAX = 20_000
const folded = new Map<number, string>()

const decomposed = (character: string) => character.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')

function plainOf(letter: string): string {
  const capital = CAPITALS.get(letter)
  if (capital) return capital
  const small = letter.toLowerCase()
  if (!/[\p{L}\p{N}]/u.test(small) || NO_LETTER.test(small)) return LATIN.get(small) ?? RADICALS.get(small) ?? ''
  return LATIN.get(small) ?? digit(small)
}

/** Letters and digits of one character in their plain form; nothing for spaces, signs and marks. */
function foldPoint(point: number): string {
  const known = folded.get(point)
  if (known !== undefined) return known
  const result = Array.from(enclosed(point) ?? decomposed(String.fromCodePoint(point)), plainOf).join('')
  if (folded.size >= KEPT_MAX) folded.clear()
  folded.set(point, result)
  return result
}

/** A text in plain form; `from` and `to` are where each unit of it came from in the text. */
type Folded = { text: string; from: Uint32Array; to: Uint32Array }

/** As `fold`, with positions. */
export function foldWithPlaces(source: string): Folded {
  let text = ''
  const from: number[] = []
  const to: number[] = []
  for (let at = 0; at < source.length; ) {
    const point = source.codePointAt(at) ?? 0
    const end = at + (point > 0xffff ? 2 : 1)
    const plain = foldPoint(point)
    for (let i = 0; i < plain.length; i++) {
      from.push(at)
      to.push(end)
    }
    text += plain
    at = end
  }
  return { text, from: Uint32Array.from(from), to: Uint32Array.from(to) }
}

/** Case, width, accents, spaces, signs and letters of other alphabets make no difference. */
export function fold(source: string): string {
  return foldWithPlaces(source).text
}

/** As `fold`, where digits and signs are also the letters that they are read as. */
export function foldName(source: string): string {
  // Spelled out first: a sign is read as a letter, and a letter as another one.
  const letters = Array.from(source.normalize('NFKC'), (letter) => READ_AS[letter] ?? fold(letter))
  return Array.from(letters.join(''), (letter) => READ_AS[letter] ?? letter).join('')
}
