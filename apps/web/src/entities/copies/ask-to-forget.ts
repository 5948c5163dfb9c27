import type { Realm } from '#api/session.ts'
import { countCopies, forgetCopies } from '#data/local-copies.ts'
import { confirm } from '#ui/overlay/confirm.ts'

/** Asks a person who has signed out whether this browser forgets what they wrote and did not send, if there is any. */
export async function askToForget(realm: Realm, ownerId: number): Promise<void> {
  const count = countCopies(realm, ownerId)
  if (count === 0) return
  const forget = await confirm({
    title: '清除没发出的内容？',
    message: `这台设备上还有 ${count} 处写了没发出的内容。留着的话，7 天内你在这里登录还能接着写；如果是公用的设备，最好清除。`,
    type: 'warning',
    confirmLabel: '清除',
    cancelLabel: '留着',
  })
  if (forget) forgetCopies(realm, ownerId)
}
