import { describe, expect, it } from 'vitest'
import type { Column, Row } from '../define-resource.ts'
import { users } from '../resources/users.ts'
import { textOf } from './cell-text.ts'

const say = (cell: Partial<Column> & Pick<Column, 'kind'>, value: unknown) =>
  textOf({ key: 'it', label: '', ...cell } as Column, { id: 1, it: value } as Row)

describe('what a cell says', () => {
  it('is nothing where there is nothing', () => {
    for (const kind of ['text', 'long', 'rich', 'number', 'date', 'list', 'image'] as const) {
      expect(say({ kind }, null)).toBe('')
      expect(say({ kind }, undefined)).toBe('')
    }
    expect(say({ kind: 'text' }, '')).toBe('')
    expect(say({ kind: 'list' }, [])).toBe('')
    expect(say({ kind: 'number' }, 0)).toBe('0')
  })

  it('has words for flags and codes', () => {
    expect([1, 0, true, false].map((value) => say({ kind: 'flag' }, value))).toEqual(['是', '否', '是', '否'])
    expect(say({ kind: 'flag', words: ['激活', '未激活'] }, 0)).toBe('未激活')
    const words = { 1: '笔记', 2: '评论' }
    expect([1, 2, 9].map((value) => say({ kind: 'mapped', words }, value))).toEqual(['笔记', '评论', '9'])
  })

  it('joins lists with commas and counts things', () => {
    expect(say({ kind: 'list' }, ['跑步', '摄影'])).toBe('跑步，摄影')
    expect(say({ kind: 'tags' }, [{ id: 1, name: '图书馆' }])).toBe('1')
    expect(say({ kind: 'images' }, [])).toBe('0')
  })

  it('reads markup in one line', () => {
    expect(say({ kind: 'rich' }, '你好<br>[@小明:ming] &lt;3')).toBe('你好 @小明 <3')
    expect(say({ kind: 'rich' }, '<img src="/uploads/a.webp">')).toBe('[图片]')
    const bio = users.columns.find(({ key }) => key === 'bio')
    expect(say({ kind: 'text', ...bio, key: 'it' }, '第一行<br>第二行')).toBe('第一行 第二行')
  })

  it('sums up what somebody told of themselves', () => {
    const column: Column = { key: 'personality_tags', label: '', kind: 'personality' }
    const row = {
      id: 1,
      gender: '女',
      zodiac_sign: null,
      mbti: 'INTJ',
      education: '',
      major: '物理',
      interests: ['猫', '诗'],
    }
    expect(textOf(column, row)).toBe('女 · INTJ · 物理 · 猫，诗')
    expect(textOf(column, { id: 1 })).toBe('')
  })
})
