import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { pendingConfirm } from '#ui/overlay/confirm.ts'
import { startHistory } from './browser-history.ts'
import { useCloseOnBack } from './close-on-back.ts'
import { HistoryRouter, useNavigationType } from './HistoryRouter.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

startHistory()
const user = userEvent.setup()

/** Renders the page at `/here` and a status line of what the router shows. */
function renderAt(page: ReactNode) {
  return render(
    <HistoryRouter>
      <Status />
      <Routes>
        <Route path="/here" element={page} />
        <Route path="*" element={<Link to="/here">here</Link>} />
      </Routes>
    </HistoryRouter>,
  )
}

function Status() {
  const { pathname, search, state } = useLocation()
  return (
    <p role="status">
      {useNavigationType()} {decodeURI(pathname)}
      {search} {state?.from}
    </p>
  )
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))

beforeEach(() => window.history.pushState({ idx: 0, key: 'start' }, '', '/start'))

test('links, useNavigate and the browser’s back button move React Router', async () => {
  function Page() {
    const navigate = useNavigate()
    return (
      <>
        <Link to="?a=1" replace state={{ from: 'link' }}>
          replace
        </Link>
        <button type="button" onClick={() => navigate('/搜索', { state: { from: 'button' } })}>
          push
        </button>
      </>
    )
  }
  renderAt(<Page />)
  await shows('POP /start')
  await user.click(screen.getByText('here'))
  await shows('PUSH /here')
  await user.click(screen.getByText('replace'))
  await shows('REPLACE /here?a=1 link')
  await user.click(screen.getByText('push'))
  await shows('PUSH /搜索 button')
  act(() => window.history.back())
  await shows('POP /here?a=1 link')
})

test('going back closes an overlay before it leaves the page', async () => {
  function Page() {
    const [open, setOpen] = useState(false)
    useCloseOnBack(open, () => setOpen(false))
    return open ? (
      <p>overlay</p>
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
    )
  }
  renderAt(<Page />)
  await user.click(screen.getByText('here'))
  await user.click(screen.getByText('open'))
  act(() => window.history.back())
  expect(await screen.findByText('open')).toBeVisible()
  await shows('PUSH /here')
  act(() => window.history.back())
  await shows('POP /start')
})

test('a leave guard asks before a link and before going back', async () => {
  function Page() {
    useLeaveGuard({ question: () => ({ title: 'leave?', message: '' }), loses: (to) => to?.pathname !== '/here' })
    return (
      <>
        <Link to="/elsewhere">leave</Link>
        <Link to="?tab=2">stay</Link>
      </>
    )
  }
  renderAt(<Page />)
  await user.click(screen.getByText('here'))
  await user.click(screen.getByText('stay'))
  await shows('PUSH /here?tab=2')

  await user.click(screen.getByText('leave'))
  expect(pendingConfirm.get()).toMatchObject({ title: 'leave?' })
  pendingConfirm.get()?.answer(false)
  await shows('PUSH /here?tab=2')

  act(() => window.history.go(-2))
  await waitFor(() => expect(pendingConfirm.get()).not.toBeNull())
  await shows('PUSH /here?tab=2')
  act(() => pendingConfirm.get()?.answer(true))
  await shows('POP /start')
})
