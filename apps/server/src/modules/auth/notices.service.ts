/** What an account's own address is told, in the transaction of what happened (docs/product.md#e-mail-address). */
import { deviceName } from '@shiliu/contract/device-name'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { isMailOn, type MailValues, mailTime, sendMail } from '#modules/mail/outbox.service.ts'
import type { UserRow } from '#modules/users/users.service.ts'
import { findEmail } from './emails.repo.ts'
import { isKnownDevice } from './sign-in-limits.service.ts'

type Account = Pick<UserRow, 'id' | 'user_id'>
type Kind = 'device' | 'password' | 'link' | 'deleted' | 'restored'
/** The account and the time go without saying. */
type Notice = { [K in Kind]: { kind: K; values: Omit<MailValues<K>, 'account' | 'time'> } }[Kind]

/** Nothing where the account has no address. */
async function tell(t: Ctx, { id, user_id: account }: Account, { kind, values }: Notice): Promise<void> {
  const known = await findEmail(t.db, id)
  if (!known) return
  await sendMail(t, { to: known.email, kind, userId: id, values: { account, time: mailTime(t), ...values } })
}

type Device = { userAgent: string; location: string | null }

const deviceValues = ({ userAgent, location }: Device) => ({
  place: location ?? UNKNOWN_LOCATION,
  device: deviceName(userAgent),
})

type SignIn = Device & {
  /** What its browser got from earlier sign-ins, also to other accounts. */
  deviceTokens: readonly string[]
  /** The school that it came by; null for a password. */
  school: string | null
}

/** Of a sign-in from a device that the account does not know. */
export async function tellOfSignIn(t: Ctx, user: Account, { deviceTokens, school, ...device }: SignIn): Promise<void> {
  if (!isMailOn(t) || deviceTokens.some((token) => isKnownDevice(t, 'user', user.id, token))) return
  await tell(t, user, { kind: 'device', values: { ...deviceValues(device), school } })
}

/** That the account has another password. */
export const tellOfPassword = (t: Ctx, user: Account, way: 'reset' | 'changed' | 'first'): Promise<void> =>
  tell(t, user, { kind: 'password', values: { way } })

/** That a school account may be used to sign in, or may not any more. */
export const tellOfLink = (t: Ctx, user: Account, link: { school: string; removed: boolean }): Promise<void> =>
  tell(t, user, { kind: 'link', values: link })

/** That the account was deleted and may be restored until `until`. */
export const tellOfDeletion = (t: Ctx, user: Account, until: number): Promise<void> =>
  tell(t, user, { kind: 'deleted', values: { until: mailTime(t, until) } })

/** That the account was restored. */
export const tellOfRestoration = (t: Ctx, user: Account, device: Device): Promise<void> =>
  tell(t, user, { kind: 'restored', values: deviceValues(device) })
