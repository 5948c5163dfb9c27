import { messageOf } from '#api/error.ts'

type Failure = { at: 'current' | 'next' | 'form'; message: string }

/** Where to show why the password was not changed, told from the server's words (spec section 5, wire rule 9). */
export function passwordFailure(error: unknown): Failure {
  const message = messageOf(error, '密码修改失败，请重试')
  if (message.includes('当前密码相同')) return { at: 'next', message: '新密码不能与当前密码相同' }
  if (message.includes('当前密码')) return { at: 'current', message: '当前密码输入错误，请检查后重新输入' }
  return { at: 'form', message }
}
