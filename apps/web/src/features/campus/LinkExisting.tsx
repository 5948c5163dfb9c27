import * as campus from '@shiliu/contract/campus'
import { useMutation } from '@tanstack/react-query'
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

/** Links the school account to an existing account, once its owner has signed in to that and typed its password. */
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
  const signingIn = authDialog.use() !== null
  // Once the dialog has closed, which takes the focus with it.
  if (viewer && !signingIn && data && asksForPassword(data)) {
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
    if (!viewer) return openAuth('login')
    const { data: known, error } = data ? { data, error: null } : await refetch()
    if (known && !asksForPassword(known)) link.mutate(undefined)
    if (error) toast.error(messageOf(error, '没有连接成功，请重试'))
  }

  // Never by itself: somebody else may have signed in in another tab.
  return (
    <div className={classes.other}>
      <p className={classes.hint}>
        {viewer
          ? `以后用刚才的校园账号也能登录小石榴号 ${viewer.user_id}。校园账号不是你的，请不要连接`
          : '已经有账号？登录它，以后用校园账号也能进来'}
      </p>
      <Button
        variant="plain"
        size="lg"
        wide
        loading={link.isPending || (viewer !== null && isFetching)}
        onClick={() => void go()}
      >
        {viewer ? `连接到小石榴号 ${viewer.user_id}` : '连接已有的账号'}
      </Button>
    </div>
  )
}
