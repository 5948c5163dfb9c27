import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SettingsDialog } from '#features/settings/SettingsDialog.tsx'
import { renderInApp } from '#test/render.tsx'
import { MoreMenu } from './MoreMenu.tsx'

it('gets the focus back from what its entries open', async () => {
  const { user } = renderInApp(
    <main id="main" tabIndex={-1}>
      <MoreMenu target={<button type="button">更多</button>} />
      <SettingsDialog />
    </main>,
  )
  await user.click(await screen.findByRole('menuitem', { name: '关于小石榴' }))
  await screen.findByRole('dialog', { name: '关于小石榴' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: '更多' })).toHaveFocus()
})
