import type { users } from '@shiliu/contract/admin/users'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { paths } from '#app/paths.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { isTrashed } from '../trash/use-trash.ts'
import classes from './UserPage.module.css'

type User = OutputOf<typeof users.get>

type Props = {
  user: User
  /** null for who may not. */
  onEdit: (() => void) | null
  onRemoveContent: (() => void) | null
}

/** Who it is, and whether muted or banned. */
export function UserHeader({ user, onEdit, onRemoveContent }: Props) {
  const { sanction, sanction_until } = user
  const until = sanction_until ? `到 ${fullTime(sanction_until)}` : '没有期限'
  return (
    <header className={classes.header}>
      <Avatar src={user.avatar} name={user.nickname} size={72} />
      <div className={classes.who}>
        <h1>
          {user.nickname}
          {sanction !== 'none' && (
            <span className={classes.badge} data-kind={sanction}>
              {sanction === 'ban' ? '封禁中' : '禁言中'}，{until}
            </span>
          )}
        </h1>
        <p className={classes.facts}>
          小石榴号 {user.user_id} · ID {user.id}
          {user.location && ` · ${user.location}`}
        </p>
        <p className={classes.facts}>
          {fullTime(user.created_at)} 注册
          {user.last_login_at && ` · ${fullTime(user.last_login_at)} 最后登录`}
        </p>
        <p className={classes.bio}>
          <RichText source={user.bio} />
        </p>
      </div>
      <div className={classes.actions}>
        {!isTrashed(user) && (
          <ButtonLink size="sm" variant="plain" to={paths.user(user.user_id)} target="_blank">
            看主页
          </ButtonLink>
        )}
        {onEdit && (
          <Button size="sm" variant="plain" onClick={onEdit}>
            编辑资料
          </Button>
        )}
        {onRemoveContent && (
          <Button size="sm" variant="plain" onClick={onRemoveContent}>
            删除全部内容
          </Button>
        )}
      </div>
    </header>
  )
}
