import { describe, expect, it } from 'vitest'
import type { Column, Row } from '../define-resource.ts'
import { users } from '../resources/users.ts'
import { cellText } from './cell-text.ts'

const textOf = (cell: Partial<Column> & Pick<Column, 'kind'>, value: unknown) =>
  cellText({ key: 'it', label: '', ...cell } as Column, { id: 1, it: value } as Row)

describe('the text of a cell', () => {
  it('is empty for a missing value', () => {
    for (const kind of ['text', 'longText', 'rich', 'number', 'date', 'list', 'image'] as const) {
      expect(textOf({ kind }, null)).toBe('')
      expect(textOf({ kind }, undefined)).toBe('')
    }
    expect(textOf({ kind: 'text' }, '')).toBe('')
    expect(textOf({ kind: 'list' }, [])).toBe('')
    expect(textOf({ kind: 'number' }, 0)).toBe('0')
  })

  it('shows labels of flags and codes', () => {
    expect([1, 0, true, false].map((value) => textOf({ kind: 'flag' }, value))).toEqual(['是', '否', '是', '否'])
    expect(textOf({ kind: 'flag', labels: ['激活', '未激活'] }, 0)).toBe('未激活')
    const labels = { 1: '笔记', 2: '评论' }
    expect([1, 2, 9].map((value) => textOf({ kind: 'enum', labels }, value))).toEqual(['笔记', '评论', '9'])
  })

  it('joins lists with commas and counts tags and pictures', () => {
    expect(textOf({ kind: 'list' }, ['跑步', '摄影'])).toBe('跑步，摄影')
    expect(textOf({ kind: 'tags' }, [{ id: 1, name: '图书馆' }])).toBe('1')
    expect(textOf({ kind: 'images' }, [])).toBe('0')
  })

  it('shows markup as one line of text', () => {
    expect(textOf({ kind: 'rich' }, '你好<br>[@小明:ming] &lt;3')).toBe('你好 @小明 <3')
    expect(textOf({ kind: 'rich' }, '<img src="/uploads/a.webp">')).toBe('[图片]')
    const bio = users.columns.find(({ key }) => key === 'bio')
    expect(textOf({ kind: 'text', ...bio, key: 'it' }, '第一行<br>第二行')).toBe('第一行 第二行')
  })

  it('joins the personality fields', () => {
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
    expect(cellText(column, row)).toBe('女 · INTJ · 物理 · 猫，诗')
    expect(cellText(column, { id: 1 })).toBe('')
  })
})
