import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { Button } from './Button.tsx'

it('submits once for a double click, which is over before the form shows that it is busy', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const { user } = renderInApp(
    <form onSubmit={submit}>
      <Button type="submit">保存</Button>
    </form>,
  )
  await user.dblClick(screen.getByRole('button', { name: '保存' }))
  expect(submit).toHaveBeenCalledOnce()
})
