import * as auth from '@shiliu/contract/auth'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/data.ts'
import { fakeServer, renderInApp } from '#test/render.tsx'
import { RestoreAccount } from './RestoreAccount.tsx'

it('sends its ticket once where a second click comes before the button shows that it is busy', async () => {
  const server = fakeServer()
  server.reply(auth.restore, () => ({ data: signedIn }))
  const onDone = vi.fn()
  const refusal = { message: '账号已注销', ticket: 't' }
  renderInApp(<RestoreAccount refusal={refusal} onDone={onDone} onCancel={() => {}} />)
  const button = screen.getByRole('button', { name: '取回账号' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(server.requests.filter(({ path }) => path === '/auth/restore')).toHaveLength(1)
})
