import { find } from '@shiliu/contract/admin/find'
import { act, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { fakeServer, renderInApp, signInAdmin } from '#test/render.tsx'
import { FindBox } from './FindBox.tsx'
import { openFind } from './use-find.ts'

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{`${pathname}${search}`}</output>
}

const hit = { id: 5, title: '晚霞', detail: 'ID 5', picture: null, state: 'visible', exact: true } as const

function setUp() {
  signInAdmin('viewer')
  const server = fakeServer()
  const { user } = renderInApp(
    <>
      <FindBox />
      <Address />
    </>,
  )
  const address = () => screen.getByTestId('address').textContent
  return { server, user, address }
}

const field = () => screen.findByRole('combobox', { name: '查找' })

it('goes to the only exact hit on Enter, also pressed before the answer is there', async () => {
  const { server, user, address } = setUp()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const groups = [
    { kind: 'posts' as const, hits: [hit] },
    { kind: 'tags' as const, hits: [{ ...hit, id: 7, state: null, exact: false }] },
  ]
  server.reply(find, async () => asked.then(() => ({ data: { groups, incomplete: false } })))
  await user.keyboard('/')
  await user.type(await field(), '晚霞{Enter}')
  expect(address()).toBe('/')
  answer()
  await waitFor(() => expect(address()).toBe('/admin/posts?id=5&view=5'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.map(({ query }) => query.q)).toEqual(['晚霞'])
})

it('asks which one where several fit, by arrow keys', async () => {
  const { server, user, address } = setUp()
  const comment = { ...hit, id: 9, title: '好看' }
  const groups = [
    { kind: 'posts' as const, hits: [hit] },
    { kind: 'comments' as const, hits: [comment] },
  ]
  server.reply(find, () => ({ data: { groups, incomplete: false } }))
  act(() => openFind('5', true))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  expect(address()).toBe('/')
  await user.type(await field(), '{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/comments?id=9&view=9'))
})

it('says why nothing could be found, and tries again', async () => {
  const { server, user } = setUp()
  server.reply(find, () => ({ status: 500, message: '服务器出错了' }))
  act(() => openFind('晚霞'))
  const retry = await screen.findByRole('button', { name: '再试一次' })
  server.reply(find, () => ({ data: { groups: [], incomplete: false } }))
  await user.click(retry)
  expect(await screen.findByText(/^没有找到/)).toBeVisible()
})

it('says where not all was read', async () => {
  const { server } = setUp()
  server.reply(find, () => ({ data: { groups: [{ kind: 'posts' as const, hits: [hit] }], incomplete: true } }))
  act(() => openFind('晚'))
  expect(await screen.findByText(/没有找完/)).toBeVisible()
})
