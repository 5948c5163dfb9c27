import '@mantine/core/styles/Typography.layer.css'
import { Typography } from '@mantine/core'
import { ACCOUNT, API_PREFIX, PAGE, TOKEN } from '@shiliu/contract/limits'
import { nicknameRule } from '@shiliu/contract/rules'
import { CodeSample } from './CodeSample.tsx'
import classes from './GeneralNotes.module.css'

/** The heading, which is also the hash of its address. */
export const NOTES = '通用说明'

const SUCCESS = `{
  "code": 200,
  "message": "成功",
  "data": { }
}`
const FAILURE = `{
  "code": 400,
  "message": "${nicknameRule('长'.repeat(ACCOUNT.nicknameMax + 1))}",
  "error": "invalid_input",
  "field": "nickname"
}`
const PAGINATION = `{
  "pagination": { "page": 1, "limit": ${PAGE.limit}, "total": 42, "pages": 3 }
}`

const STATUSES = [
  [200, '成功，内容在 data 里'],
  [400, '请求的内容不正确，field 指出是哪个字段；登录失败也是它'],
  [401, '没有登录，或访问令牌已过期、已作废'],
  [403, '已登录，但身份不符，或内容不是你的'],
  [404, '没有这个地址，或内容不存在、看不到'],
  [409, '内容已经存在，或刚被别人改过'],
  [413, '提交的内容过大'],
  [422, '请求头 Idempotency-Key 用过了，内容不同'],
  [429, '操作太频繁，等多久在 Retry-After 里'],
  [500, '服务器出错，已记入动态监控'],
  [503, '数据库不回答，或服务器正在重启'],
] as const

export function GeneralNotes() {
  return (
    <section id={NOTES} className={classes.notes} aria-labelledby="general-notes">
      <h2 id="general-notes">{NOTES}</h2>
      <Typography fz="sm" className={classes.columns}>
        <div>
          <h3>返回格式</h3>
          <p>
            成功时 HTTP 状态是 200，<code>data</code> 是内容，没有内容时没有它。失败时 HTTP 状态与 <code>code</code>{' '}
            相同，<code>message</code> 可以直接给人看，<code>error</code> 是固定的代号。时间都是 UTC。
          </p>
          <CodeSample label="成功" code={SUCCESS} />
          <CodeSample label="失败" code={FAILURE} />
        </div>
        <div>
          <h3>状态码</h3>
          <table>
            <tbody>
              {STATUSES.map(([status, meaning]) => (
                <tr key={status}>
                  <th scope="row">{status}</th>
                  <td>{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <h3>身份认证</h3>
          <p>
            登录后得到访问令牌，放在请求头里。它在 <code>expires_in</code>（默认 {TOKEN.accessSeconds}{' '}
            秒）后过期，用刷新令牌换新的（
            <code>{API_PREFIX}/auth/refresh</code>）；管理员另有登录和令牌。
          </p>
          <CodeSample label="请求头" code="Authorization: Bearer <access_token>" />
        </div>
        <div>
          <h3>分页</h3>
          <p>
            列表用 <code>page</code>（默认 1）和 <code>limit</code>（默认 {PAGE.limit}，最多 {PAGE.maxLimit}
            ）翻页，写错时按默认值。
          </p>
          <CodeSample label="分页信息" code={PAGINATION} />
        </div>
      </Typography>
    </section>
  )
}
