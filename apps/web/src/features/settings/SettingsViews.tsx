import { VERSION } from '@shiliu/contract/limits'
import {
  IconChevronRight,
  IconDevices,
  IconDownload,
  IconLock,
  IconMail,
  IconSchool,
  IconUserX,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { useViewer } from '#api/session.ts'
import { useCampusLinks } from '#entities/user/campus.queries.ts'
import { Logo } from '#ui/media/Logo.tsx'
import { site } from '#ui/site.ts'
import classes from './SettingsViews.module.css'
import { settingsView } from './settings-view.ts'

export function About() {
  const { description, footer, icp, contact } = site.use()
  return (
    <div className={classes.about}>
      <Logo size={64} markOnly />
      <p className={classes.name}>{site.get().name}校园图文社区</p>
      <p className={classes.version}>v{VERSION}</p>
      <p>{description || '用图片和文字记录校园里的日子，遇见同路的人。这是一个用于教学的开源示例项目。'}</p>
      <dl className={classes.facts}>
        <div>
          <dt>前端</dt>
          <dd>React</dd>
        </div>
        <div>
          <dt>后端</dt>
          <dd>Node.js、Fastify，数据存在 MySQL 或内置的 SQLite</dd>
        </div>
        <div>
          <dt>密码</dt>
          <dd>只保存加密后的哈希值，没有人能看到原文</dd>
        </div>
        {contact && (
          <div>
            <dt>管理员</dt>
            <dd>{contact}</dd>
          </div>
        )}
      </dl>
      {(footer || icp) && (
        <p className={classes.footer}>
          {footer}
          {icp && (
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {icp}
            </a>
          )}
        </p>
      )}
    </div>
  )
}

/** The keys that post-detail/use-note-keys.ts, use-note-scroll.ts and the comment composer handle. */
const SHORTCUTS: { action: string; keys: string[] }[] = [
  { action: '上一张图片', keys: ['←'] },
  { action: '下一张图片', keys: ['→'] },
  { action: '滚动正文', keys: ['↑', '↓'] },
  { action: '点赞', keys: ['D'] },
  { action: '收藏', keys: ['S'] },
  { action: '发送评论', keys: ['Shift', 'Enter'] },
  { action: '关闭笔记', keys: ['Esc'] },
]

export function Shortcuts() {
  return (
    <>
      <p className={classes.hint}>看笔记的时候可以用</p>
      <dl className={classes.keys}>
        {SHORTCUTS.map(({ action, keys }) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' + '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const ENTRIES = [
  { view: 'devices', Icon: IconDevices, name: '登录的设备', hint: '在哪里登录着，让不用的退出' },
  { view: 'campus', Icon: IconSchool, name: '校园账号', hint: '连接学校的账号，用它登录和认证' },
  { view: 'email', Icon: IconMail, name: '邮箱', hint: '用它重设密码，新设备登录时提醒' },
  { view: 'password', Icon: IconLock, name: '修改密码', hint: '修改后，其他设备需要重新登录' },
  { view: 'export', Icon: IconDownload, name: '导出我的数据', hint: '笔记、评论、图片等打包成一个文件' },
  { view: 'deletion', Icon: IconUserX, name: '注销账号', hint: '删除账号和全部内容，7 天内可以取回' },
] as const

export function Account() {
  const viewer = useViewer()
  const { data: campus } = useCampusLinks()
  const hasCampus = campus !== undefined && campus.links.length + campus.providers.length > 0
  const noPassword = campus?.has_password === false
  const passwordsOff = campus?.local_passwords === false
  const isHidden: Record<string, boolean> = { campus: !hasCampus, password: passwordsOff }
  const others: Record<string, readonly [name: string, hint: string]> = {
    ...(noPassword && { password: ['设置密码', '以后也可以用小石榴号和密码登录'] }),
    ...(passwordsOff && { email: ['邮箱', '新设备登录时提醒'] }),
  }
  return (
    <>
      <p className={classes.hint}>小石榴号：{viewer?.user_id}</p>
      <div className={classes.entries}>
        {ENTRIES.filter(({ view }) => !isHidden[view]).map(({ view, Icon, ...words }) => {
          const [name, hint] = others[view] ?? [words.name, words.hint]
          return (
            <button key={view} type="button" onClick={() => settingsView.set(view)}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>
                {name}
                <small>{hint}</small>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </button>
          )
        })}
      </div>
    </>
  )
}
