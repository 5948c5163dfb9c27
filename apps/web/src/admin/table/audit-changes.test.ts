import { describe, expect, it } from 'vitest'
import { posts } from '../resources/posts.ts'
import { users } from '../resources/users.ts'
import { changedFields, changesOf } from './audit-changes.ts'
import { diffTexts } from './text-diff.ts'

const changes = (...args: Parameters<typeof changedFields>) =>
  changedFields(...args).map(({ label, before, after }) => [label, before, after])

describe('the changes of an audit row', () => {
  it('uses the labels and texts of the table', () => {
    const before = { id: 1, author_auto_id: 1, updated_at: '1', nickname: '小明', is_active: 1, interests: null }
    const after = {
      ...before,
      author_auto_id: 2,
      updated_at: '2',
      nickname: '小红',
      is_active: 0,
      interests: ['猫', '诗'],
    }
    expect(changes(users, before, after)).toEqual([
      ['昵称', '小明', '小红'],
      ['状态', '激活', '未激活'],
      ['兴趣爱好', '', '猫，诗'],
    ])
  })

  it('names settings as their form does', () => {
    const row = {
      id: 1,
      resource: 'settings',
      before: { notes_per_day: 60, gone: 1 },
      after: { notes_per_day: 7, gone: 2 },
    }
    expect(changesOf(row)).toEqual({
      isUpdate: true,
      fields: [
        { label: '一天的笔记', before: '60', after: '7', long: false },
        { label: 'gone', before: '1', after: '2', long: false },
      ],
    })
  })

  it('shows what was decided about together with the decision', () => {
    const row = {
      id: 1,
      resource: 'posts',
      before: { id: 7, title: '早安', state: 'visible' },
      after: { state: 'hidden', reason: '广告', undo_id: 3 },
    }
    const { fields, isUpdate } = changesOf(row)
    expect(isUpdate).toBe(false)
    expect(fields.map(({ label, after }) => [label, after])).toEqual([
      ['ID', '7'],
      ['标题', '早安'],
      ['审核', '已隐藏'],
      ['原因', '广告'],
    ])
  })

  it('says how a sign-in was made', () => {
    const after = { user_agent: 'Firefox', location: '北京', reason: '密码不对' }
    const { fields } = changesOf({ id: 1, resource: 'admins', before: null, after } as never)
    expect(fields.map(({ label, after: text }) => [label, text])).toEqual([
      ['设备', 'Firefox'],
      ['地点', '北京'],
      ['原因', '密码不对'],
    ])
  })

  it('lists all fields of a created or deleted record', () => {
    const state = { id: 7, title: '早安', content: '一<br>二', tags: [{ id: 1, name: '图书馆' }], category: null }
    const fields = [
      ['ID', '7'],
      ['标题', '早安'],
      ['正文', '一\n二'],
      ['标签', '图书馆'],
    ]
    expect(changes(posts, null, state)).toEqual(fields.map(([label, text]) => [label, '', text]))
    expect(changes(posts, state, null)).toEqual(fields.map(([label, text]) => [label, text, '']))
  })

  it('shows texts without markup, but with line breaks', () => {
    const before = { bio: '第一行<br>第二行', content: '看<img src="/a.webp">' }
    expect(changes(users, before, { bio: '第一行 第二行' })).toEqual([['个人简介', '第一行\n第二行', '第一行 第二行']])
    expect(changes(posts, before, { content: '&lt;3' })).toEqual([['正文', '看[图片]', '<3']])
  })

  it('falls back to field names for an unknown resource', () => {
    expect(changes(undefined, { a: 1 }, { a: 2 })).toEqual([['a', '1', '2']])
    expect(changes(users, { password: '' }, { password: '••••••' })).toEqual([['密码', '', '••••••']])
    expect(changes(users, null, null)).toEqual([])
  })
})

describe('the diff of two texts', () => {
  const marks = { same: '', deleted: '-', inserted: '+' }
  const shown = (before: string, after: string) =>
    diffTexts(before, after).map(({ kind, text }) => `${marks[kind]}${text}`)

  it('is what lies between the common ends', () => {
    expect(shown('今天很好', '今天不好')).toEqual(['今天', '-很', '+不', '好'])
    expect(shown('今天', '今天好')).toEqual(['今天', '+好'])
    expect(shown('好好', '好')).toEqual(['好', '-好'])
    expect(shown('', '好')).toEqual(['+好'])
    expect(shown('同', '同')).toEqual(['同'])
  })

  it('separates several changes and keeps words whole', () => {
    expect(shown('周一去图书馆自习，周三去操场', '周二去图书馆自习，周四去操场')).toEqual([
      '周',
      '-一',
      '+二',
      '去图书馆自习，周',
      '-三',
      '+四',
      '去操场',
    ])
    expect(shown('我在 library 等你', '我在 librarian 等你')).toEqual(['我在 ', '-library', '+librarian', ' 等你'])
  })

  it('merges changes with few words between them, and replaces dissimilar texts whole', () => {
    expect(shown('早上去了操场跑步，天很蓝', '早上在了图书馆，天很蓝')).toEqual([
      '早上',
      '-去了操场跑步',
      '+在了图书馆',
      '，天很蓝',
    ])
    expect(shown('写给二十岁的自己', '图书馆里的猫')).toEqual(['-写给二十岁的自己', '+图书馆里的猫'])
  })

  it('omits unchanged text far from a change', () => {
    const [head, , , tail] = diffTexts(
      `${'甲'.repeat(100)}旧${'乙'.repeat(100)}`,
      `${'甲'.repeat(100)}新${'乙'.repeat(100)}`,
    )
    expect(head?.text).toBe(`…${'甲'.repeat(24)}`)
    expect(tail?.text).toBe(`${'乙'.repeat(24)}…`)
  })

  it('splits no surrogate pair', () => {
    expect(shown('🍎', '🍏')).toEqual(['-🍎', '+🍏'])
  })
})
