import type { SignedIn } from '@shiliu/contract/auth'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ApiError, messageOf } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import {
  finishCampus,
  refreshLinks,
  signInFromCampus,
  takeReturnPath,
  useCampusStart,
} from '#entities/user/campus.queries.ts'
import { type DeletedAccount, deletedAccountIn, RestoreAccount } from '#entities/user/RestoreAccount.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import classes from './CampusPage.module.css'
import { type FirstVisit, RegisterPerson } from './RegisterPerson.tsx'

type State =
  | { kind: 'waiting' }
  | { kind: 'deleted'; refusal: DeletedAccount }
  | { kind: 'failed'; message: string; expired: boolean }
  | { kind: 'first'; visit: FirstVisit }

const NOTHING = '这次登录已经结束，请重新开始'

/** `/campus/:id`: a school has sent the browser back. Completes the sign-in, or asks who comes for the first time. */
export function CampusPage() {
  useTitle('校园登录')
  const id = Number(useParams().id)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const viewer = useViewer()
  const start = useCampusStart()
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const begun = useRef(false)

  useEffect(() => {
    // A ticket is good for once, and effects may run twice.
    if (begun.current) return
    begun.current = true
    const query = search.slice(1)
    // Going back leads here again.
    if (!query && viewer) return void navigate(paths.home(), { replace: true })
    if (!query) return setState({ kind: 'failed', message: NOTHING, expired: true })
    // What stands in the address is not to be seen, kept or sent again.
    navigate(pathname, { replace: true })
    finishCampus(id, query).then(
      ({ signed_in, registration, linked, ends_session }) => {
        if (registration) return setState({ kind: 'first', visit: { ...registration, endsThere: ends_session } })
        if (signed_in) signInFromCampus(signed_in, ends_session)
        if (linked) void refreshLinks()
        toast.success(linked ? '已连接校园账号' : '登录成功')
        navigate(takeReturnPath(), { replace: true })
      },
      (error) => {
        const refusal = deletedAccountIn(error)
        if (refusal) return setState({ kind: 'deleted', refusal })
        const expired = error instanceof ApiError && error.error === 'campus_expired'
        setState({ kind: 'failed', message: messageOf(error, '校园账号没有登录成功，请重试'), expired })
      },
    )
  }, [id, navigate, pathname, search, viewer])

  if (state.kind === 'first') return <RegisterPerson visit={state.visit} />
  if (state.kind === 'deleted') {
    const leave = () => navigate(takeReturnPath(), { replace: true })
    const onRestored = (signedIn: SignedIn) => {
      signInFromCampus(signedIn, false)
      toast.success('账号已取回')
      leave()
    }
    return (
      <div className={classes.page}>
        <h1 className={classes.heading}>取回账号</h1>
        <RestoreAccount refusal={state.refusal} onDone={onRestored} onCancel={leave} />
      </div>
    )
  }
  if (state.kind === 'failed') {
    const again = (
      <div className={classes.actions}>
        {!viewer && (
          <Button loading={start.isPending} onClick={() => start.mutate({ id })}>
            重新开始
          </Button>
        )}
        <ButtonLink variant="plain" to={paths.home()} replace>
          回首页
        </ButtonLink>
      </div>
    )
    return <EmptyState illustration="not-found" {...wordsFor(state, viewer !== null)} heading action={again} />
  }
  return (
    <div className={classes.waiting} role="status">
      <span className={classes.ring} aria-hidden />
      <p>正在核对校园账号…</p>
    </div>
  )
}

function wordsFor({ message, expired }: { message: string; expired: boolean }, signedIn: boolean) {
  if (!signedIn) return { title: '没有登录成功', hint: message }
  if (expired) return { title: '你已经登录了', hint: '这次校园登录已经结束。要连接校园账号，去「账号与安全」' }
  return { title: '没有连接成功', hint: `${message}。连接校园账号在「账号与安全」里` }
}
