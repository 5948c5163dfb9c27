/** Search: history, tabs, tags. */
import AxeBuilder from '@axe-core/playwright'
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import { call, newAccount, newPicture } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { holdResponses } from '../support/hold-responses.ts'
import { uniqueLetters } from '../support/unique.ts'

const history = (page: Page) => page.getByRole('region', { name: '搜索历史' })
const box = (page: Page) => page.getByRole('combobox', { name: '搜索笔记和用户' })

/** On phones the search box is a row behind an icon. */
async function openBox(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('banner').getByRole('button', { name: '搜索', exact: true }).click()
  else await box(page).click()
  await expect(box(page)).toBeFocused()
}

async function searchFor(page: Page, isMobile: boolean, keyword: string) {
  await openBox(page, isMobile)
  await box(page).fill(keyword)
  await box(page).press('Enter')
}

const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('searchHistory') ?? '[]'))

/** Collects the query fields of search requests from now on. */
function watchSearches(page: Page) {
  const requested: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') requested.push(searchParams)
  })
  return requested
}

test('keeps the last five searches to repeat or delete @desktop', async ({ page }) => {
  await page.goto('/explore')
  for (const word of ['一', '二', '三', '四', '五', '  六 ', '三']) await searchFor(page, false, word)
  await expect(page).toHaveURL(/\/search_result\/all\?keyword=%E4%B8%89$/)
  expect(await kept(page)).toEqual(['三', '六', '五', '四', '二'])

  await test.step('blank searches are not kept', async () => {
    await searchFor(page, false, '   ')
    await expect(page).toHaveURL('/search_result/all')
    expect(await kept(page)).toHaveLength(5)
  })

  await test.step('repeating by a click moves it to the front', async () => {
    await page.reload()
    await openBox(page, false)
    await expect(history(page).getByRole('listitem')).toHaveText(['三', '六', '五', '四', '二'])
    await history(page).getByRole('button', { name: '四' }).click()
    await expect(page).toHaveURL(/keyword=%E5%9B%9B$/)
    await expect(history(page)).toBeHidden()
    expect(await kept(page)).toEqual(['四', '三', '六', '五', '二'])
  })

  await test.step('edit mode', async () => {
    await openBox(page, false)
    await history(page).getByRole('button', { name: '编辑' }).click()
    await history(page).getByRole('button', { name: '删除「六」' }).click()
    await expect(history(page).getByRole('listitem')).toHaveText(['四', '三', '五', '二'])
    await history(page).getByRole('button', { name: '完成' }).click()
    await expect(history(page).getByRole('button', { name: '三', exact: true })).toBeVisible()
    await history(page).getByRole('button', { name: '编辑' }).click()
    await history(page).getByRole('button', { name: '全部清空' }).click()
    await expect(history(page)).toBeHidden()
    expect(await kept(page)).toEqual([])
  })
})

test('shows and clears the keyword, and closes on a click outside @desktop', async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('button', { name: '清空' })).toBeHidden()
  await searchFor(page, false, '图书馆')
  await expect(box(page)).toHaveValue('图书馆')
  await expect(page).toHaveTitle('「图书馆」的搜索结果 - 小石榴')
  await page.getByRole('button', { name: '清空' }).click()
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()
  await expect(history(page)).toBeVisible()
  // In the margin beside the cards. Playwright would scroll so tall an element.
  const main = await page.getByRole('main').boundingBox()
  await page.mouse.click((main?.x ?? 0) + 5, 400)
  await expect(history(page)).toBeHidden()
  await page.goto('/explore')
  await expect(box(page)).toHaveValue('')
})

test('opens and closes the search row @phone', async ({ page }) => {
  await page.goto('/explore')
  await expect(box(page)).toBeHidden()
  await openBox(page, true)
  await page.getByRole('button', { name: '取消' }).click()
  await expect(box(page)).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: '搜索', exact: true })).toBeFocused()
  await expect(page.getByRole('link', { name: '小石榴首页' })).toBeVisible()
})

test('keeps the search row opened before the first channel loaded @phone', async ({ page }) => {
  const held = await holdResponses(page, /\/assets\/feed-.*\.js/)
  await page.goto('/explore')
  await openBox(page, true)
  await box(page).fill('图书')
  held.release()
  await expect(page).toHaveURL('/explore/recommend')
  await expect(box(page)).toHaveValue('图书')
  await expect(box(page)).toBeFocused()
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/search_result\/all\?keyword=/)
  await expect(box(page)).toBeHidden()
})

test('shares results between the tabs of notes and requests users separately @desktop', async ({ page }) => {
  const requested = watchSearches(page)
  await page.goto('/search_result?keyword=图书馆')
  await expect(page).toHaveURL(/\/search_result\/all\?keyword=/)
  const tabs = page.getByRole('navigation', { name: '搜索结果' })
  const notes = page.getByRole('list', { name: '「图书馆」的搜索结果', exact: true })
  await expect(notes.getByRole('listitem').first()).toBeVisible()
  expect(requested.map((query) => query.get('type'))).toEqual(['all'])

  await tabs.getByRole('link', { name: '图文' }).click()
  await expect(page).toHaveURL(/\/search_result\/posts\?keyword=/)
  await expect(notes.getByRole('listitem').first()).toBeVisible()
  expect(requested).toHaveLength(1)

  const people = page.getByRole('list', { name: /用户$/ })
  await page.goto('/search_result/users?keyword=shiliu0')
  await expect(people.getByRole('listitem').first()).toBeVisible()
  await expect(people.getByRole('button', { name: /^关注/ }).first()).toBeVisible()
  // Each user with the latest notes.
  await expect(people.getByRole('list', { name: '最近的笔记' }).first().getByRole('link').first()).toBeVisible()
  const before = requested.length
  await tabs.getByRole('link', { name: '全部' }).click()
  await expect(page).toHaveURL(/\/search_result\/all/)
  await tabs.getByRole('link', { name: '用户' }).click()
  await expect(people.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => requested.slice(before).map((query) => query.get('type'))).toEqual(['all', 'users'])
})

test('redirects an unknown tab to all results @desktop', async ({ page }) => {
  await page.goto('/search_result/video?keyword=图书馆&tag=毕业季')
  await expect(page).toHaveURL(/\/search_result\/all\?keyword=.*&tag=/)
  await page.goto('/search_result/user?keyword=shiliu01')
  await expect(page.getByRole('list', { name: /用户$/ }).getByRole('listitem').first()).toBeVisible()
})

test('filters by tag; the last of tags tapped in a row applies @phone', async ({ page }) => {
  const { tagStats = [] } = await call(search.search, { query: { type: 'all', keyword: '图书馆' } })
  const [first, second, third] = tagStats.map(({ label }) => label)
  if (!first || !second || !third) throw new Error('the demo has no three tags here')
  await page.goto('/search_result/all?keyword=图书馆')
  const chips = page.getByRole('group', { name: '按标签筛选' })
  const chip = (tag: string) => chips.getByRole('button', { name: new RegExp(`^${tag}`) })
  await expect(chip('全部')).toHaveAttribute('aria-pressed', 'true')
  const requested = watchSearches(page)
  const tags: (string | null)[] = []
  page.on('framenavigated', (frame) => tags.push(new URL(frame.url()).searchParams.get('tag')))
  const pressed = await chips.evaluate(
    async (group, wanted) => {
      const buttons = [...group.querySelectorAll('button')]
      for (const tag of wanted) buttons.find((button) => button.textContent?.startsWith(tag))?.click()
      await new Promise(requestAnimationFrame)
      return group.querySelector('[aria-pressed=true]')?.textContent
    },
    [first, second, third],
  )
  // The last tag is marked at once.
  expect(pressed).toMatch(new RegExp(`^${third}`))
  await expect(page).toHaveURL(new RegExp(`tag=${encodeURIComponent(third)}$`))
  expect(tags).toEqual([first, third])
  const lists = () => requested.filter((query) => query.get('page') === '1').map((query) => query.get('tag'))
  await expect.poll(lists).toEqual([first, third])
  await chip('全部').click()
  await expect(page).toHaveURL(/keyword=%E5%9B%BE%E4%B9%A6%E9%A6%86$/)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`tag=${encodeURIComponent(third)}$`))
  // Both lists are cached by now.
  await expect(chip(third)).toHaveAttribute('aria-pressed', 'true')
  expect(lists()).toEqual([first, third])
})

test('shows no results for unknown words and special characters', async ({ page, isMobile }) => {
  for (const keyword of ['%', '<img src=x onerror=alert(1)>', '"; drop table posts; --', '𠮷😀'.repeat(50)]) {
    await test.step(keyword, async () => {
      await page.goto('/explore')
      await searchFor(page, isMobile, keyword)
      await expect(page.getByText('没有找到相关内容，换个关键词试试')).toBeVisible()
      await openBox(page, isMobile)
      await expect(history(page).getByRole('listitem').first()).toHaveText(keyword.slice(0, 100))
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(wider).toBe(false)
    })
  }
})

/** The options below the box. */
const options = (page: Page) => page.getByRole('listbox', { name: /^(热门搜索|搜索建议)$/ }).getByRole('option')
const offered = async (keyword?: string) =>
  (await call(search.suggestions, { query: keyword === undefined ? {} : { keyword } })).suggestions

test('Esc closes what the box offers and keeps what was typed', async ({ page, isMobile }) => {
  await page.goto('/explore')
  await searchFor(page, isMobile, '图书馆')
  await openBox(page, isMobile)
  await expect(history(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history(page)).toBeHidden()
  await box(page).fill('毕')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveValue('毕')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
})

test('offers hot words, then suggestions, by keyboard', async ({ page, isMobile }) => {
  await page.goto('/explore')
  await openBox(page, isMobile)
  await expect(options(page)).toHaveText(await offered())
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')

  const suggestions = await offered('毕业')
  expect(suggestions.length).toBeGreaterThan(2)
  await box(page).pressSequentially('毕业')
  await expect(options(page)).toHaveText(suggestions)
  const active = () => page.locator('[role=option][aria-selected=true]')
  await expect(active()).toHaveCount(0)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(active()).toHaveText(suggestions.at(-1) ?? '')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active().getAttribute('id')) ?? '?')
  await page.keyboard.press('ArrowDown')
  await expect(active()).toHaveText(suggestions[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(suggestions[0] ?? '')}$`))
  await expect(options(page)).toHaveCount(0)
  expect(await kept(page)).toEqual([suggestions[0]])

  await test.step('Enter without a choice searches for what was typed', async () => {
    await openBox(page, isMobile)
    await box(page).fill('毕业')
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/keyword=%E6%AF%95%E4%B8%9A$/)
  })
  await test.step('by pointer', async () => {
    await openBox(page, isMobile)
    await box(page).fill('图书')
    const option = options(page).last()
    await expect(options(page)).toHaveText(await offered('图书'))
    const text = await option.textContent()
    await (isMobile ? option.tap() : option.dblclick())
    await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(text ?? '').replaceAll('%20', '.')}`))
  })
})

test('shows the latest answer only, asked for once typing pauses @desktop', async ({ page }) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search/suggestions') asked.push(searchParams.get('keyword'))
  })
  const held = await holdResponses(page, /\/api\/search\/suggestions\?keyword=%E6%AF%95$/)
  await page.goto('/explore')
  await openBox(page, false)
  await expect(options(page)).toHaveText(await offered())
  await box(page).fill('毕')
  await held.requested
  await box(page).pressSequentially('业季', { delay: 20 })
  const suggestions = await offered('毕业季')
  await expect(options(page)).toHaveText(suggestions)
  held.release()
  await box(page).press('ArrowDown')
  await expect(options(page)).toHaveText(suggestions)
  expect(asked).toEqual([null, '毕', '毕业季'])
})

test('marks what was found in titles, passages, tags and names @desktop', async ({ page }) => {
  const author = await newAccount('标出来的人')
  const token = author.tokens.access_token
  const image = await newPicture(token, 900, 1200)
  const [category] = await call(categories.list)
  const publish = (body: Partial<posts.PostInput>) =>
    call(posts.create, {
      body: { title: '题目', content: '正文', category_id: category?.id ?? 0, images: [image], ...body },
      token,
    })
  const word = uniqueLetters('').slice(-6)
  const long = '一段很长的开头。'.repeat(20)
  await publish({ title: `备考${word.toUpperCase()}6级` })
  await publish({ content: `${long}考过${word}了，<br>很开心` })
  await publish({ content: `${long}没有图也有${word}`, images: [] })
  await publish({ tags: [`${word}打卡`] })

  await page.goto(`/search_result?keyword=${word}`)
  const notes = page.getByRole('list', { name: /的搜索结果$/ })
  const marks = notes.locator('mark')
  await expect(notes.getByRole('listitem')).toHaveCount(4)
  await expect(marks).toHaveText([word.toUpperCase(), word, word, word])
  const card = (text: string) => notes.getByRole('listitem').filter({ hasText: text })
  await expect(card('6级').getByRole('link').first()).toHaveAccessibleName(`备考${word.toUpperCase()}6级`)
  await expect(card('很开心')).toContainText(`考过${word}了， 很开心`)
  await expect(card('没有图')).toContainText(`没有图也有${word}`)
  await expect(card('打卡')).toContainText(`#${word}打卡`)

  await test.step('nothing overlaps, and the words are legible in both themes', async () => {
    for (const item of await notes.getByRole('listitem').all()) {
      const overflow = await item.evaluate(
        (element) => (element.firstElementChild?.scrollHeight ?? 0) - element.clientHeight,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .include('main')
        .withRules(['color-contrast'])
        .analyze()
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
    }
  })
  await test.step('a keyword in parts, and names of users', async () => {
    await page.goto(`/search_result?keyword=${word} 备考`)
    await expect(marks).toHaveText([`备考${word.toUpperCase()}`])
    await page.goto('/search_result/users?keyword=出来')
    await expect(page.getByRole('list', { name: /用户$/ }).locator('mark').first()).toHaveText('出来')
  })
})
