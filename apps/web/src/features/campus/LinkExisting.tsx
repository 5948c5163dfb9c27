import * as campus from '@shiliu/contract/campus'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { ConfirmPasswordForm, isPasswordError } from '#entities/user/ConfirmPasswordForm.tsx'
import { asksForPassword, refreshLinks, takeReturnPath, useCampusLinks } from '#entities/user/campus.queries.ts'
import { authDialog, openAuth } from '#entities/user/require-login.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import classes from './CampusPage.module.css'

/** Links the school account to an account that there is, once its owner has signed in to that and typed its password. */
export function LinkExisting({ code }: { code: string }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { data, isFetching, refetch } = useCampusLinks()
  const link = useMutation({
    mutationFn: (password?: string) => call(campus.link, { body: { code, ...(password && { password }) } }),
    onSuccess() {
      void refreshLinks()
      toast.success('已连接校园账号')
      navigate(takeReturnPath(), { replace: true })
    },
    onError: (error) => {
      if (!isPasswordError(error)) toast.error(messageOf(error, '没有连接成功，请重试'))
    },
  })
  const signedIn = viewer !== null
  const signingIn = authDialog.use() !== null
  const linksAtOnce = signedIn && data !== undefined && !asksForPassword(data)
  const linkNow = useEffectEvent(() => link.mutate(undefined))
  useEffect(() => {
    if (linksAtOnce) linkNow()
  }, [linksAtOnce])

  // Once the dialog has closed, which takes the focus with it.
  if (signedIn && !signingIn && data && asksForPassword(data)) {
    return (
      <div className={classes.other}>
        <ConfirmPasswordForm
          label="连接"
          busy={link.isPending}
          error={link.error}
          onSubmit={(password) => link.mutate(password)}
        >
          连接到小石榴号 {viewer.user_id}，请再输入一次它的密码
        </ConfirmPasswordForm>
      </div>
    )
  }

  async function go() {
    if (!signedIn) return openAuth('login')
    if (data) return link.mutate(undefined)
    const { error } = await refetch()
    if (error) toast.error(messageOf(error, '没有连接成功，请重试'))
  }

  return (
    <div className={classes.other}>
      <p className={classes.hint}>已经有账号？登录它，以后用校园账号也能进来</p>
      <Button
        variant="plain"
        size="lg"
        wide
        loading={link.isPending || (signedIn && isFetching)}
        onClick={() => void go()}
      >
        连接已有的账号
      </Button>
    </div>
  )
}
