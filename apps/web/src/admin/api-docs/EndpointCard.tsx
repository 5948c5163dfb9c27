import { roleNeeded } from '@shiliu/contract/admin/roles'
import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { IconChevronDown, IconLink, IconLock, IconShieldLock } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import page from './ApiDocsPage.module.css'
import { CodeSample } from './CodeSample.tsx'
import classes from './EndpointCard.module.css'
import { bodyFields, type Field, parameterFields } from './field-text.ts'
import type { Access, Endpoint, Schemas } from './openapi.ts'
import { sampleOf } from './sample.ts'
import { Highlight } from './search.tsx'

type DetailsProps = { endpoint: Endpoint; schemas: Schemas; terms: readonly string[] }
type Props = DetailsProps & { open: boolean; onToggle: (id: string) => void }

const icon = { size: 16, stroke: 1.75, role: 'img' } as const

export const EndpointCard = memo(function EndpointCard({ open, onToggle, ...details }: Props) {
  const { endpoint, terms } = details
  const { id, method, path, title, access } = endpoint
  return (
    <article id={id} className={classes.card} data-open={open || undefined}>
      <h3>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={open ? `${id}-details` : undefined}
          onClick={() => onToggle(id)}
        >
          <code data-method={method}>
            <Highlight text={method} terms={terms} />
          </code>
          <code>
            <Highlight text={path} terms={terms} />
          </code>
          <span className={classes.title}>
            <Highlight text={title} terms={terms} />
          </span>
          {access === 'public' && <span />}
          {access === 'admin' && <IconShieldLock {...icon} aria-label="仅管理员" />}
          {(access === 'user' || access === 'any') && <IconLock {...icon} aria-label="需要登录" />}
          <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
        </button>
      </h3>
      {open && <Details {...details} />}
    </article>
  )
})

const ACCESS: Record<Access, string> = {
  public: '不需要登录；带上用户的访问令牌时，按这位用户的身份回答',
  user: '需要用户的访问令牌',
  admin: '需要管理员的访问令牌',
  any: '需要访问令牌，用户或管理员的都可以',
}

function Details({ endpoint, schemas, terms }: DetailsProps) {
  const { id, description, access, least, parameters, body, response, errors } = endpoint
  const samples = useMemo(() => {
    const json = (schema: Endpoint['body']) => schema && JSON.stringify(sampleOf(schema.schema, schemas), null, 2)
    return {
      body: body?.media === 'application/json' ? json(body) : null,
      response:
        response?.media !== 'application/json' && response?.media !== 'text/event-stream' ? null : json(response),
    }
  }, [body, response, schemas])
  return (
    <div id={`${id}-details`} className={classes.details}>
      <div className={classes.about}>
        {description && (
          <p>
            <Highlight text={description} terms={terms} />
          </p>
        )}
        <p className={classes.access}>
          {ACCESS[access]}
          {least && `（管理员中需要${roleNeeded(least)}）`}
        </p>
        <Link className={page.link} to={{ hash: id }} replace>
          <IconLink size={16} stroke={1.75} aria-hidden />
          本接口的链接
        </Link>
      </div>
      <div className={classes.column}>
        {parameters.length > 0 && <FieldTable caption="参数" fields={parameterFields(parameters, schemas)} />}
        {body && <FieldTable caption={`请求内容 · ${body.media}`} fields={bodyFields(body.schema, schemas)} />}
        {parameters.length === 0 && !body && <p>没有参数</p>}
        <div>
          <h4>出错时</h4>
          <ul className={classes.errors}>
            {errors.flatMap(({ status, examples }) =>
              examples.map(({ error, message }) => (
                <li key={`${status} ${error}`}>
                  <code>{status}</code> {message} <code>{error}</code>
                </li>
              )),
            )}
          </ul>
        </div>
      </div>
      <div className={classes.column}>
        {samples.body && <CodeSample label="请求示例" code={samples.body} />}
        {samples.response && <CodeSample label="返回示例" code={samples.response} />}
      </div>
    </div>
  )
}

function FieldTable({ caption, fields }: { caption: string; fields: readonly Field[] }) {
  const body = fields.map(({ name, in: location, type, required, description }) => [
    location === '内容' ? name : `${name}（${location}）`,
    type,
    required ? '必填' : '可选',
    description,
  ])
  const head = ['参数名', '类型', '必填', '说明']
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={caption}>
      <Table captionSide="top" fz="xs" className={classes.table} data={{ caption, head, body }} />
    </Table.ScrollContainer>
  )
}
