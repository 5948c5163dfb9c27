import { MAIL } from '@shiliu/contract/email-rules'
import { ProofHint } from '#entities/user/ProofHint.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import classes from './AuthDialog.module.css'
import { administrators } from './administrators.ts'
import type { useRegistrationEmail } from './use-registration-email.ts'

type Props = { state: ReturnType<typeof useRegistrationEmail> }

/** Its captcha is a form of its own, to be put outside of the one that these fields are in. */
export function RegistrationEmail({ state }: Props) {
  const { form, mode, rules, isSent, pause, failure, send } = state
  const { isSending, isProving } = state.captcha
  const { field, values } = form
  if (mode === 'off') return null
  const domains = rules?.email_domains ?? []
  const uses = mode === 'required' ? '忘记密码时用它重设。' : '可以不填。填了以后，忘记密码时用它重设。'
  const to = `${values.email.trim()}，${MAIL.verifyMs / 60_000} 分钟内有效。`
  const isWaiting = isSent && pause > 0
  return (
    <>
      <TextField
        {...field('email')}
        label="邮箱"
        placeholder={mode === 'required' ? '请输入邮箱' : '选填'}
        description={`${domains.length > 0 ? `请用这些域名的邮箱：${domains.join('、')}。` : ''}${uses}`}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAIL.addressMax}
        onKeyDown={(event) => {
          // Registering takes the code.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || values.email.trim() === '') return
          event.preventDefault()
          send()
        }}
        rightSectionWidth={108}
        rightSection={
          <button
            type="button"
            className={classes.code}
            aria-disabled={isSending || isWaiting || values.email.trim() === '' || undefined}
            aria-busy={isSending || undefined}
            onClick={send}
          >
            {isSending ? '正在发送' : isWaiting ? `${pause} 秒后重发` : isSent ? '重新获取' : '获取验证码'}
          </button>
        }
      />
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      {isProving && <ProofHint />}
      {isSent && (
        <TextField
          {...field('email_code')}
          label="邮件验证码"
          placeholder="邮件里的 8 位验证码"
          description={rules?.mail_delayed ? `恢复以后会发到 ${to}` : `已经发到 ${to}没有收到，请看看垃圾邮件。`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2 * MAIL.codeLength}
        />
      )}
      {rules?.mail_delayed && (mode === 'required' || isSent) && (
        <p className={classes.note} role="alert">
          本站的邮件现在发不出去，验证码要等恢复以后才到。请过一会儿再试；一直这样，请联系{administrators()}。
        </p>
      )}
    </>
  )
}
