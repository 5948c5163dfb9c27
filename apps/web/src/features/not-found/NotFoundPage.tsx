import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'

const REDIRECT_SECONDS = 5

/** The 404 page: counts down, then goes to the home page. */
export function NotFoundPage() {
  const [seconds, setSeconds] = useState(REDIRECT_SECONDS)
  const navigate = useNavigate()
  useTitle('页面不见了')

  useEffect(() => countDown(REDIRECT_SECONDS, setSeconds), [])
  useEffect(() => {
    if (seconds === 0) navigate(paths.explore(), { replace: true })
  }, [seconds, navigate])

  return (
    <EmptyState
      illustration="not-found"
      title="你访问的页面不见了"
      heading
      hint={`${seconds}秒后将自动返回首页`}
      action={<ButtonLink to={paths.explore()}>返回首页</ButtonLink>}
    />
  )
}

/** Calls `onTick` every second with the seconds left, down to 0. Returns a function that stops it. */
export function countDown(seconds: number, onTick: (left: number) => void): () => void {
  let left = seconds
  const timer = setInterval(() => {
    left -= 1
    if (left === 0) clearInterval(timer)
    onTick(left)
  }, 1000)
  return () => clearInterval(timer)
}
