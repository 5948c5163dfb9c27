import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { REDIRECT } from '#ui/constants.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useTitle } from '#ui/use-title.ts'
import { countDown } from './count-down.ts'

/** Counts down and goes home (spec section 2 «Not-found page»). */
export function NotFoundPage() {
  const [left, setLeft] = useState<number>(REDIRECT.notFoundSeconds)
  const navigate = useNavigate()
  useTitle('页面不见了')

  useEffect(() => countDown(REDIRECT.notFoundSeconds, setLeft), [])
  useEffect(() => {
    if (left === 0) navigate(paths.explore(), { replace: true })
  }, [left, navigate])

  return (
    <EmptyState
      drawing="not-found"
      title="你访问的页面不见了"
      heading
      hint={`${left}秒后将自动返回首页`}
      action={<ButtonLink to={paths.explore()}>返回首页</ButtonLink>}
    />
  )
}
