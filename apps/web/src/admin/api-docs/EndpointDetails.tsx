import { IconLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { CodeSample } from './CodeSample.tsx'
import type { Named } from './document.ts'
import classes from './EndpointDetails.module.css'
import type { Access, Endpoint } from './endpoints.ts'
import { FieldTable } from './FieldTable.tsx'
import { bodyFields, parameterFields } from './fields.ts'
import { Marked } from './Marked.tsx'
import { sampleOf } from './sample.ts'

const ACCESS: Record<Access, string> = {
  open: '不需要登录；带上用户的访问令牌时，按这位用户的身份回答',
  user: '需要用户的访问令牌',
  admin: '需要管理员的访问令牌',
  either: '需要访问令牌，用户或管理员的都可以',
}

type Props = { endpoint: Endpoint; named: Named; words: readonly string[] }

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** All that is told of one endpoint. */
export function EndpointDetails({ endpoint, named, words }: Props) {
  const { id, description, access, parameters, body, answer, failures } = endpoint
  const samples = useMemo(
    () => ({
      body: body?.media === 'application/json' ? json(sampleOf(body.schema, named)) : null,
      answer: answer && answer.media !== 'text/csv' ? json(sampleOf(answer.schema, named)) : null,
    }),
    [body, answer, named],
  )
  return (
    <div className={classes.details}>
      <div className={classes.about}>
        {description && (
          <p>
            <Marked text={description} words={words} />
          </p>
        )}
        <p className={classes.access}>
          {ACCESS[access]}
          <Link className={classes.link} to={{ hash: id }} replace>
            <IconLink size={16} stroke={1.75} aria-hidden />
            本接口的链接
          </Link>
        </p>
      </div>
      <div className={classes.told}>
        {parameters.length > 0 && <FieldTable caption="参数" fields={parameterFields(parameters, named)} />}
        {body && <FieldTable caption={`请求内容 · ${body.media}`} fields={bodyFields(body.schema, named)} />}
        {parameters.length === 0 && !body && <p className={classes.none}>没有参数</p>}
        <Failures failures={failures} />
      </div>
      <div className={classes.samples}>
        {samples.body && <CodeSample label="请求示例" code={samples.body} />}
        {samples.answer && <CodeSample label="返回示例" code={samples.answer} />}
      </div>
    </div>
  )
}

function Failures({ failures }: Pick<Endpoint, 'failures'>) {
  return (
    <div>
      <h4 className={classes.heading}>出错时</h4>
      <ul className={classes.failures}>
        {failures.map(({ status, examples }) => (
          <li key={status}>
            <code className={classes.status}>{status}</code>
            <ul>
              {examples.map(({ error, message }) => (
                <li key={error}>
                  {message} <code>{error}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
