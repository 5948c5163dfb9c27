/**
 * Writes the passwords that nobody may choose, from the list of zxcvbn (MIT), most common first:
 *
 *   npm pack @zxcvbn-ts/language-common@4.1.3 @zxcvbn-ts/dictionary-compression@3.0.1
 *   node tools/common-passwords.mjs <folder with both unpacked>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const MOST = 3000
/** Common in China, and not in a list that was gathered elsewhere. */
const CHINESE = `woaini woaini1314 woaini520 woaini521 woaiwojia woshishui 5201314 1314520 1314521 520520 521521 520131
  qq123456 qq123123 a123456789 aa123456 abc123456 123456abc 123456qq 123456aa asd123456 zxc123456 wang123 zhang123
  li123456 mima123 mima123456 admin888 111222 112233 11223344 147258369 159357 789456123 741852963 963852741 19491001
  88888888 66666666 168168 518518 1qaz2wsx 1q2w3e4r5t caonima nihao123 xiaoming shiliu xiaoshiliu shiliu123456`

const [, , folder = '.'] = process.argv
const source = readFileSync(join(folder, 'language-common/dist/passwords.json.mjs'), 'utf8')
const packed = /decompress\("(.*)"\)/s.exec(source)?.[1]
if (!packed) throw new Error('no list found')
const { default: decompress } = await import(
  pathToFileURL(join(folder, 'dictionary-compression/dist/decompress.mjs')).href
)
const allowed = /^[\x21-\x7e]{6,20}$/
/** @type {string[]} */
const all = decompress(JSON.parse(`"${packed}"`))
const listed = all.filter((word) => allowed.test(word))
const words = [...new Set([...listed.slice(0, MOST), ...CHINESE.split(/\s+/)])]
const target = new URL('../apps/server/src/platform/common-passwords.json', import.meta.url)
writeFileSync(target, `${JSON.stringify({ words: words.join(' ') })}\n`)
process.stdout.write(`${words.length} passwords\n`)
