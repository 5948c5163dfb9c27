import * as tagsApi from '@shiliu/contract/tags'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { TagsField } from './TagsField.tsx'

const row = (id: number, name: string) => ({ id, name, use_count: 1, created_at: '2026-01-01T00:00:00.000Z' })

function Form({ initial, error }: { initial: readonly string[]; error: string | undefined }) {
  const [tags, setTags] = useState(initial)
  return <TagsField tags={tags} error={error} disabled={false} onChange={setTags} onEdit={() => {}} />
}

function setUp({ tags = [] as readonly string[], error = undefined as string | undefined } = {}) {
  const server = fakeServer()
  server.reply(tagsApi.hot, () => ({ data: [row(1, '校园'), row(2, '食堂')] }))
  server.reply(tagsApi.list, () => ({ data: [row(1, '校园'), row(2, '食堂'), row(3, '校园歌手')] }))
  const view = renderInApp(<Form initial={tags} error={error} />)
  return { ...view, input: screen.getByRole('combobox', { name: '标签' }) }
}

const chosen = () => screen.queryAllByRole('button', { name: /^删除标签/ }).map((button) => button.ariaLabel?.slice(4))

describe('TagsField', () => {
  it('adds what was typed on Enter and at a comma', async () => {
    const { user, input } = setUp()
    await user.type(input, '#自习{Enter}考研，保研、')
    expect(chosen()).toEqual(['自习', '考研', '保研'])
    expect(input).toHaveValue('')
    expect(screen.getByText('3/10')).toBeVisible()
  })

  it('adds what was typed when the focus leaves', async () => {
    const { user, input } = setUp()
    await user.type(input, '自习')
    await user.tab()
    expect(chosen()).toEqual(['自习'])
  })

  it('takes a tag once, whatever its case and width', async () => {
    const { user, input } = setUp({ tags: ['Vlog'] })
    await user.type(input, 'ＶＬＯＧ{Enter}vlog{Enter}')
    expect(chosen()).toEqual(['Vlog'])
    expect(input).toHaveValue('')
  })

  it('keeps a tag of more than 8 characters in the input and says why', async () => {
    const { user, input } = setUp()
    await user.type(input, '一二三四五六七八九{Enter}')
    expect(chosen()).toEqual([])
    expect(input).toHaveValue('一二三四五六七八九')
    expect(input).toHaveAccessibleDescription('每个标签不能超过8个字')
    await user.type(input, '{Backspace}{Enter}')
    expect(chosen()).toEqual(['一二三四五六七八'])
    expect(input).toHaveAccessibleDescription('')
  })

  it('takes no more than 10 tags', async () => {
    const { user, input } = setUp({ tags: Array.from({ length: 10 }, (_, index) => `标签${index}`) })
    expect(screen.queryByText('热门')).toBeNull()
    await user.type(input, '自习{Enter}')
    expect(chosen()).toHaveLength(10)
    expect(input).toHaveValue('自习')
    expect(screen.getByRole('alert')).toHaveTextContent('最多只能选择10个标签')
  })

  it('leaves text alone while an input method composes it', () => {
    const { input } = setUp()
    input.focus()
    fireEvent.compositionStart(input)
    fireEvent.input(input, { target: { value: "zi'xi，" }, isComposing: true })
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
    expect(chosen()).toEqual([])
    expect(input).toHaveValue("zi'xi，")
    fireEvent.input(input, { target: { value: '自习' }, isComposing: true })
    fireEvent.compositionEnd(input)
    expect(chosen()).toEqual([])
    expect(input).toHaveValue('自习')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(chosen()).toEqual(['自习'])
  })

  it('adds a suggestion marked with the arrow keys', async () => {
    const { user, input } = setUp()
    await user.type(input, '校')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    expect(input).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const marked = screen.getByRole('option', { selected: true })
    expect(marked).toHaveTextContent('#校园歌手')
    expect(input).toHaveAttribute('aria-activedescendant', marked.id)
    await user.keyboard('{Enter}')
    expect(chosen()).toEqual(['校园歌手'])
  })

  it('adds a hot tag and removes the last tag with Backspace', async () => {
    const { user, input } = setUp({ tags: ['自习'] })
    await user.click(await screen.findByRole('button', { name: '#食堂' }))
    expect(chosen()).toEqual(['自习', '食堂'])
    expect(screen.queryByRole('button', { name: '#食堂' })).toBeNull()
    await user.click(input)
    await user.keyboard('{Backspace}')
    expect(chosen()).toEqual(['自习'])
  })
})
