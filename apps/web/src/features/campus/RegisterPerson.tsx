import * as campus from '@shiliu/contract/campus'
import { ACCOUNT } from '@shiliu/contract/limits'
import { nicknameRule, userIdRule } from '@shiliu/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { signInFromCampus, takeReturnPath, useCampus } from '#entities/user/campus.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFields } from '#ui/form/use-fields.ts'
import classes from './CampusPage.module.css'
import { LinkExisting } from './LinkExisting.tsx'

export type FirstVisit = {
  code: string
  user_id: string
  nickname: string
  badge: string | null
  invitation: boolean
  closed: boolean
  /** Signing out leads to the school. */
  endsThere: boolean
}

/** Who comes for the first time chooses what others will see, or links an account that there is. */
export function RegisterPerson({ visit }: { visit: FirstVisit }) {
  const { code, user_id, nickname, badge, invitation, closed } = visit
  const { values, field, accept, has, refuse, valid } = useFields({ user_id, nickname, invitation_code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()
  const byPassword = useCampus().data?.local_passwords !== false
  /** Who has signed in meanwhile wants no second account. */
  const links = useViewer() !== null && byPassword

  const register = useMutation({
    mutationFn: () => {
      const { invitation_code, ...names } = values
      const body = { code, ...names, ...(invitation && { invitation_code }) }
      return call(campus.register, { body })
    },
    onSuccess(answer) {
      signInFromCampus(answer, visit.endsThere)
      toast.success('注册成功')
      navigate(takeReturnPath(), { replace: true })
    },
    onError(error) {
      const message = messageOf(error, '注册失败')
      const wrong = error instanceof ApiError ? error.field : undefined
      if (wrong && has(wrong)) refuse(wrong, message)
      else setFailure(message)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    const user_id = userIdRule(values.user_id.trim())
    const nickname = nicknameRule(values.nickname)
    const invitation_code = invitation && !values.invitation_code.trim() ? '请输入邀请码' : null
    if (accept({ user_id, nickname, invitation_code })) register.mutate()
  }

  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{links ? '连接校园账号' : '第一次用校园账号登录'}</h1>
      {closed && !links && <p className={classes.hint}>本站现在不开放注册。已经有账号的话，可以把校园账号连接到它</p>}
      {!closed && !links && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <p className={classes.hint}>
            别人会看到小石榴号和昵称，不会看到学号；小石榴号以后不能改。
            {badge && `主页上会有学校给的认证「${badge}」。`}
          </p>
          <TextField
            {...field('user_id')}
            label="小石榴号"
            placeholder="3-15位字母、数字或下划线"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={ACCOUNT.userIdMax}
          />
          <TextField
            {...field('nickname')}
            label="昵称"
            placeholder={`最多${ACCOUNT.nicknameMax}个字`}
            autoComplete="nickname"
          />
          {invitation && (
            <TextField
              {...field('invitation_code')}
              label="邀请码"
              placeholder="本站凭邀请码注册"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          <Button type="submit" size="lg" wide disabled={!valid} loading={register.isPending}>
            完成注册
          </Button>
        </form>
      )}
      {byPassword && <LinkExisting code={code} />}
    </div>
  )
}
