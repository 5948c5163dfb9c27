import { IconChevronRight, IconLock, IconUserX } from '@tabler/icons-react'
import { useViewer } from '#api/session.ts'
import classes from './Account.module.css'
import { settingsView } from './settings-dialog.ts'

/** Where an account's owner finds what protects and what ends it (spec section 2 «Modals»). */
export function Account() {
  const viewer = useViewer()
  return (
    <>
      <p className={classes.hint}>小石榴号：{viewer?.user_id}</p>
      <div className={classes.entries}>
        <button type="button" onClick={() => settingsView.set('password')}>
          <IconLock size={22} stroke={1.75} aria-hidden />
          <span>
            修改密码
            <small>修改后，其他设备需要重新登录</small>
          </span>
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </button>
        <button type="button" onClick={() => settingsView.set('deletion')}>
          <IconUserX size={22} stroke={1.75} aria-hidden />
          <span>
            注销账号
            <small>删除账号和发布过的一切，无法恢复</small>
          </span>
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </button>
      </div>
    </>
  )
}
