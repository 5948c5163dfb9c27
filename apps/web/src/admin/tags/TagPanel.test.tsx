import { synonyms } from '@shiliu/contract/admin/tag-merges'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { TagPanel } from './TagPanel.tsx'

it('does not say that there are no synonyms before it knows, and reads them again after a failure', async () => {
  signInAdmin('editor')
  const server = fakeServer()
  server.reply(synonyms, () => ({ status: 500, message: '服务器出错了' }))
  const { user } = renderInApp(<TagPanel id={5} />)
  expect(screen.queryByText('没有同义词')).toBeNull()
  expect(await screen.findByRole('alert')).toHaveTextContent('服务器出错了')
  expect(screen.queryByText('没有同义词')).toBeNull()
  server.reply(synonyms, () => ({ data: { synonyms: [{ id: 1, name: '自习室' }], merges: [] } }))
  await user.click(screen.getByRole('button', { name: '再试一次' }))
  expect(await screen.findByText('自习室')).toBeVisible()
})
