import { ACCOUNT } from '@shiliu/contract/limits'
import * as users from '@shiliu/contract/users'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { userSession, useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { forgetCopies } from '#data/local-copies.ts'
import { useOwnPassword } from '#entities/user/campus.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './AccountForm.module.css'
import { closeSettings, settingsView } from './settings-view.ts'

const KEPT_DAYS = ACCOUNT.keptMs / 86_400_000

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.field === 'password'

/** Deletes the account once its id and password have been typed, so that neither a slip nor a stranger deletes it. */
export function DeleteAccount() {
  const publicId = useViewer()?.user_id ?? ''
  const navigate = useNavigate()
  const { values, field, refuse } = useFields({ id: '', password: '' })
  const { none, off } = useOwnPassword()
  const noPassword = none || off
  const confirmed = values.id.trim() === publicId && (noPassword || values.password !== '')

  const remove = useMutation({
    mutationFn: () =>
      call(users.remove, { params: { id: publicId }, body: noPassword ? {} : { password: values.password } }),
    onSuccess() {
      const id = userSession.get()?.info.id
      userSession.clear()
      if (id !== undefined) forgetCopies('user', id)
      closeSettings()
      toast.success('账号已注销')
      navigate(paths.home())
    },
    onError(error) {
      if (isWrongPassword(error)) refuse('password', '密码不正确')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (confirmed) remove.mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.warning}>
        <p>账号马上退出，别人不再看得到下面这些，{KEPT_DAYS} 天后彻底删除。反悔的话，在那之前登录，选「取回账号」。</p>
        <ul>
          <li>个人资料和头像</li>
          <li>发布的笔记、草稿和图片</li>
          <li>评论，以及评论下的全部回复</li>
          <li>点赞、收藏、关注和粉丝</li>
          <li>收到的和发出的通知</li>
        </ul>
      </div>
      <TextField
        {...field('id')}
        label={`输入你的小石榴号 ${publicId} 确认`}
        placeholder={publicId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT.userIdMax}
        data-autofocus
      />
      {!noPassword && (
        <TextField
          {...field('password')}
          password
          label="密码"
          placeholder="请输入密码"
          autoComplete="current-password"
        />
      )}
      {remove.error && !isWrongPassword(remove.error) && (
        <p className={classes.failure} role="alert">
          {actionErrorMessage(remove.error, '注销失败，请重试')}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="plain" size="lg" onClick={() => settingsView.set('account')}>
          返回
        </Button>
        <Button type="submit" variant="danger" size="lg" disabled={!confirmed} loading={remove.isPending}>
          注销账号
        </Button>
      </div>
    </form>
  )
}
