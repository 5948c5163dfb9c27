import * as campus from '@shiliu/contract/campus'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { refreshLinks, takeReturnPath } from '#entities/user/campus.queries.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import classes from './CampusPage.module.css'

/** Links the school account to an account that there is, once its owner has signed in to that. */
export function LinkExisting({ code }: { code: string }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const link = useMutation({
    mutationFn: () => call(campus.link, { body: { code } }),
    onSuccess() {
      void refreshLinks()
      toast.success('已连接校园账号')
      navigate(takeReturnPath(), { replace: true })
    },
    onError: (error) => toast.error(messageOf(error, '没有连接成功，请重试')),
  })
  const signedIn = viewer !== null
  const linkNow = useEffectEvent(() => link.mutate())
  useEffect(() => {
    if (signedIn) linkNow()
  }, [signedIn])

  return (
    <div className={classes.other}>
      <p className={classes.hint}>已经有小石榴账号？登录它，以后用校园账号也能进来</p>
      <Button
        variant="plain"
        size="lg"
        wide
        loading={link.isPending}
        onClick={() => (signedIn ? link.mutate() : openAuth('login'))}
      >
        连接已有的账号
      </Button>
    </div>
  )
}
