import { describe, expect, it } from 'vitest'
import type { Column } from '../define-resource.ts'
import { choose, readChoice, shownColumns } from './column-choice.ts'

const id: Column = { key: 'id', label: 'ID', kind: 'number' }
const name: Column = { key: 'name', label: '名称', kind: 'text' }
const agent: Column = { key: 'agent', label: '设备', kind: 'text', aside: true }
const columns = [id, name, agent]
const shown = (choice: Record<string, boolean>) => shownColumns(columns, choice).map(({ key }) => key)

describe('the choice of columns', () => {
  it('begins with what the resource shows', () => {
    expect(shown({})).toEqual(['id', 'name'])
  })

  it('shows what was chosen, in the resource’s order, and always what names the row', () => {
    expect(shown({ agent: true, name: false })).toEqual(['id', 'agent'])
    expect(shown({ id: false, agent: true })).toEqual(['id', 'name', 'agent'])
  })

  it('remembers only what differs', () => {
    const hidden = choose(name, false, {})
    expect(hidden).toEqual({ name: false })
    expect(choose(agent, true, hidden)).toEqual({ name: false, agent: true })
    expect(choose(name, true, hidden)).toEqual({})
  })

  it('does not trust what was stored', () => {
    for (const text of [null, '', '{', '3', 'null', '[]']) expect(readChoice(text)).toEqual({})
    expect(readChoice('{"name":false,"agent":"yes"}')).toEqual({ name: false })
  })
})
