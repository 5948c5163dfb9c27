import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { Tabs } from './Tabs.tsx'

const tabs = [
  { key: 'one', label: '一' },
  { key: 'two', label: '二' },
  { key: 'three', label: '三', dot: true },
] as const

function Choice() {
  const [value, setValue] = useState<(typeof tabs)[number]['key']>('one')
  return <Tabs tabs={tabs} value={value} onChange={setValue} label="选择" panelId="panel" />
}

const tab = (name: string) => screen.getByRole('tab', { name })

describe('Tabs', () => {
  it('moves the selection and the focus with the arrow keys and wraps around', async () => {
    const { user } = renderInApp(<Choice />)
    await user.tab()
    expect(tab('一')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(tab('二')).toHaveFocus()
    expect(tab('二')).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(tab('三有未读')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(tab('一')).toHaveAttribute('aria-selected', 'true')
  })

  it('is a single stop of the Tab key', async () => {
    const { user } = renderInApp(<Choice />)
    await user.click(tab('二'))
    await user.tab()
    expect(document.body).toHaveFocus()
    await user.tab()
    expect(tab('二')).toHaveFocus()
  })

  it('is a navigation of links where the tabs have addresses', () => {
    renderInApp(
      <Tabs
        tabs={[
          { key: 'all', label: '全部', to: '/all' },
          { key: 'users', label: '用户', to: '/users' },
        ]}
        value="users"
        label="结果"
      />,
    )
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.getByRole('navigation', { name: '结果' })).toBeVisible()
    expect(screen.getByRole('link', { name: '用户' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: '全部' })).not.toHaveAttribute('aria-current')
  })
})
