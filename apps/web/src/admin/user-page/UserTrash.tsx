import * as api from '@shiliu/contract/admin/user-page'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { Button } from '#ui/form/Button.tsx'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { useMay } from '../permissions.ts'
import { users } from '../resources/users.ts'
import { trashApiOf, useTrash } from '../trash/use-trash.ts'
import classes from './UserPage.module.css'

/** What an account has of everything, and whether it is in the trash. */
export function useUserCounts(id: number) {
  return useQuery({
    queryKey: keys.adminRow('user-counts', id),
    queryFn: ({ signal }) => call(api.counts, { params: { id }, signal }),
  })
}

/** Says that an account is in the trash, and takes it out. */
export function UserTrash({ id, purgeAt }: { id: number; purgeAt: string | null }) {
  const { data } = useUserCounts(id)
  const trash = useTrash(users)
  const may = useMay()
  const kept = trashApiOf(users)
  const until = data?.trash?.purge_at ?? purgeAt
  return (
    <section className={classes.trash} aria-label="回收站">
      <p role="status">
        <strong>这个账号在回收站里</strong>
        {data?.trash && `，${fullTime(data.trash.deleted_at)} ${deletionBy(data.trash.by)}`}
        {until && `，${fullTime(until)} 之后彻底清除`}
        。别人看不到它和它的内容，它也不能登录；要处罚或修改，请先恢复。
      </p>
      {kept && may(kept.restore) && (
        <Button size="sm" variant="plain" loading={trash.busy} onClick={() => trash.restore([id])}>
          恢复
        </Button>
      )}
    </section>
  )
}

const deletionBy = (by: string) => (by === '本人' ? '由本人注销' : `由${by} 删除`)
