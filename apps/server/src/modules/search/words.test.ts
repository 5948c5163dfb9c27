/** What a keyword finds in a text, on both engines (docs/product.md#search-rules). */
import { search } from '@shiliu/contract/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePost, makeUser, type TestUser } from '#test/factories.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

/** Text, keywords that find it, keywords that do not. */
const CASES: [text: string, finds: string[], not: string[]][] = [
  [
    '备考CET6',
    ['CET', 'cet6', 'CET6', '备考cet', '考CET6', '6', 'ce', '备考C', 'cet 备考', 'ＣＥＴ６'],
    ['ET', '备考ET', 'CET4', '考6', '备CET'],
  ],
  ['用GPT4写作业', ['GPT', 'gpt4', '用gpt', '4写', 'GPT4写作业', '用GP'], ['PT4', 'gpt5', '用PT']],
  [
    'iPhone15Pro 开箱',
    ['iphone', 'iPhone', 'iphone15', 'iPhone15Pro', 'pro', '15', 'iph', 'phone', 'iPhone 15 Pro', 'IPHONE15pro开箱'],
    ['hone', 'iphone16', '5pro'],
  ],
  ['2026年的春天', ['202', '2026', '2026年', '20', '年的春'], ['026', '2027', '26年']],
  ['图书馆旁的Café很安静', ['cafe', 'café', 'CAFÉ', 'caf', '旁的cafe', 'Cafe很安静', 'cafe\u0301'], ['afe', 'cafes']],
  ['K-pop随机舞蹈', ['kpop', 'k-pop', 'K-POP', 'pop', 'kpo', 'kpop随机', 'k-pop随机'], ['op随机', 'k-rock']],
  ['kpop歌单分享', ['kpop', 'k-pop', 'K‐pop', 'kpop歌单', 'k-pop歌单', 'k-po'], ['pop', 'k-pops']],
  [
    '学了Node.js和R&B',
    ['nodejs', 'node.js', 'Node.JS', 'node', 'js', 'rb', 'r&b', '学了node.js和'],
    ['odejs', 'node.py'],
  ],
  ["don't panic", ['dont', "don't", 'don’t', 'panic', 'pan', "don't panic"], ['ont', 'anic']],
  ['ChatGPT帮我写', ['chatgpt', 'gpt', 'ChatGPT', 'chat', 'GPT帮'], ['hat', 'atgpt']],
  ['上岸啦🎉🎉成功', ['🎉', '上岸', '🎉成功', '上岸啦成功', '岸啦🎉🎉', '啦成'], ['🎊', '🎉🎉🎉', '🎉上岸']],
  ['点个赞👍🏽吧', ['👍', '👍🏽', '👍🏿', '赞吧', '赞👍吧'], ['👎']],
  ['一家人👨‍👩‍👧出游', ['👨‍👩‍👧', '👩', '人出游'], ['👦']],
  ['爱你❤️哟', ['❤', '❤️', '你哟', '你❤️哟'], ['💛']],
  ['旗🇨🇳帜', ['🇨🇳', '旗帜'], ['🇯🇵']],
  ['ｆｕｌｌ宽ＡＢＣ１２３', ['full', 'abc', '123', 'ＦＵＬＬ宽', 'abc123', '12'], ['ull', '23']],
  ['Straße über Åre, cœur, Łódź', ['strasse', 'STRASSE', 'straße', 'uber', 'are', 'coeur', 'lodz'], ['trasse', 'odz']],
  ['ガンダム и Жуков', ['ガン', 'ｶﾞﾝﾀﾞﾑ', 'カ\u3099ンタ\u3099ム', 'жук', 'ЖУКОВ', 'и'], ['カン', 'カンタム']],
  ['Quiz: z zz pizza', ['z', 'quiz', 'pizza', 'zz', 'q'], ['izza', 'zzz']],
  ['5G套餐', ['5g', 'g', '5', 'G套餐', '5G套'], ['gu', 'g5', '5g套餐费']],
]

describe('in a title', () => check('title'))
describe('in a text', () => check('content'))

function check(field: 'title' | 'content') {
  let test: TestApp & { close(): Promise<void> }
  let author: TestUser
  const ids = new Map<string, number>()
  beforeAll(async () => {
    test = await openTestApp()
    author = await makeUser(test.ctx, { nickname: '同学' })
    for (const [text] of CASES) {
      ids.set(text, (await makePost(test.ctx, author, { title: '题', content: '文', [field]: text })).id)
    }
    return () => test.close()
  }, 60_000)
  const found = async (keyword: string) =>
    (await test.ok(search, { query: { keyword, limit: 100 } })).data?.map(({ id }) => id) ?? []

  it.each(CASES)('%s', async (text, finds, not) => {
    const id = ids.get(text)
    const wrong: string[] = []
    for (const keyword of finds)
      if (!(await found(keyword)).includes(id ?? 0)) wrong.push(`${keyword} does not find it`)
    for (const keyword of not) if ((await found(keyword)).includes(id ?? 0)) wrong.push(`${keyword} finds it`)
    expect(wrong).toEqual([])
  })
}
