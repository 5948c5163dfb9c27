import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useTitle } from '#ui/use-title.ts'

const SECONDS = 5

/** Counts down from 5 and goes home (spec section 2 «Not-found page»). */
export function NotFoundPage() {
  const [left, setLeft] = useState(SECONDS)
  const navigate = useNavigate()
  useTitle('页面不见了')

  useEffect(() => {
    if (left === 0) {
      navigate(paths.explore(), { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
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
