import { ApiError } from '#api/error.ts'

/** Why signing in failed (spec section 8 «Admin»); what the server says of its own accord, such as a ban, is kept. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500) return '登录失败，请稍后重试'
  if (error.error === 'credentials_wrong') return '登录失败，请检查用户名和密码'
  return error.message
}
