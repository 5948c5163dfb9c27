import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type ConfirmRequest, confirm, pendingConfirm } from './confirm.ts'

/** A page whose button asks and shows the answer. */
function Page({ request }: { request: ConfirmRequest }) {
  const [answer, setAnswer] = useState<boolean | null>(null)
  return (
    <>
      <button type="button" onClick={async () => setAnswer(await confirm(request))}>
        删除
      </button>
      <output>{String(answer)}</output>
      <ConfirmDialog />
    </>
  )
}

const warning: ConfirmRequest = {
  title: '删除笔记',
  message: '删除后找不回来',
  type: 'warning',
  confirmLabel: '确认删除',
}
const button = (name: string) => screen.getByRole('button', { name })

async function ask(request: ConfirmRequest) {
  const { user } = renderInApp(<Page request={request} />)
  await user.click(button('删除'))
  expect(await screen.findByRole('dialog', { name: request.title })).toBeVisible()
  return user
}

describe('ConfirmDialog', () => {
  afterEach(() => pendingConfirm.get()?.answer(false))

  it('focuses the button that does no harm', async () => {
    await ask(warning)
    await waitFor(() => expect(button('取消')).toHaveFocus())
  })

  it('focuses the confirming button of a harmless question', async () => {
    await ask({ title: '退出登录', message: '确定退出吗' })
    await waitFor(() => expect(button('确定')).toHaveFocus())
  })

  it('answers yes and closes', async () => {
    const user = await ask(warning)
    await user.click(button('确认删除'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('true')).toBeVisible()
  })

  it('takes Esc for no and returns the focus to the button that asked', async () => {
    const user = await ask(warning)
    await waitFor(() => expect(button('取消')).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('false')).toBeVisible()
    await waitFor(() => expect(button('删除')).toHaveFocus())
  })

  it('answers a pending question with no when another is asked', async () => {
    await ask(warning)
    let second: Promise<boolean> | undefined
    act(() => {
      second = confirm({ title: '离开？', message: '还没有保存' })
    })
    expect(await screen.findByRole('dialog', { name: '离开？' })).toBeVisible()
    expect(await screen.findByText('false')).toBeInTheDocument()
    act(() => button('确定').click())
    await expect(second).resolves.toBe(true)
  })
})
