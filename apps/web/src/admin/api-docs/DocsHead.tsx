import * as site from '@shiliu/contract/site'
import { IconExternalLink } from '@tabler/icons-react'
import { addressOf } from '#api/send.ts'
import classes from './DocsHead.module.css'

type Props = { version?: string; updated?: string | undefined; base?: string; endpoints?: number }

/** What is documented, and where it is answered. */
export function DocsHead({ version, updated, base, endpoints }: Props) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>API文档</h1>
      <dl className={classes.facts}>
        {version && (
          <div>
            <dt>版本</dt>
            <dd>v{version}</dd>
          </div>
        )}
        {updated && (
          <div>
            <dt>更新于</dt>
            <dd>
              <time dateTime={updated}>{updated}</time>
            </dd>
          </div>
        )}
        {base && (
          <div>
            <dt>基础地址</dt>
            <dd>
              <code>{new URL(base, window.location.origin).href}</code>
            </dd>
          </div>
        )}
        {endpoints !== undefined && (
          <div>
            <dt>接口</dt>
            <dd>{endpoints} 个</dd>
          </div>
        )}
      </dl>
      <a className={classes.raw} href={addressOf(site.openapi)} target="_blank" rel="noreferrer">
        OpenAPI 文件
        <IconExternalLink size={16} stroke={1.75} aria-hidden />
      </a>
    </header>
  )
}
