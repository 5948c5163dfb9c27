import { ACCOUNT, API_PREFIX, PAGE, TOKEN } from '@shiliu/contract/limits'
import { nicknameRule } from '@shiliu/contract/rules'
import { CodeSample } from './CodeSample.tsx'
import classes from './GeneralNotes.module.css'
import { NOTES } from './general.ts'
import { statuses } from './statuses.ts'

const ENVELOPE = `{
  "code": 200,
  "message": "成功",
  "data": { }
}`
const REFUSAL = `{
  "code": 400,
  "message": "${nicknameRule('长'.repeat(ACCOUNT.nicknameMax + 1))}",
  "error": "invalid_input",
  "field": "nickname"
}`
const PAGINATION = `{
  "pagination": { "page": 1, "limit": ${PAGE.limit}, "total": 42, "pages": 3 }
}`

/** What holds for every endpoint (spec section 2 «Admin API docs»). */
export function GeneralNotes() {
  return (
    <section id={NOTES} className={classes.notes} aria-labelledby="general-notes">
      <h2 id="general-notes">{NOTES}</h2>
      <div className={classes.columns}>
        <div className={classes.note}>
          <h3>返回格式</h3>
          <p>
            成功时 HTTP 状态是 200，<code>data</code> 是内容，没有内容时没有它。失败时 HTTP 状态与 <code>code</code>{' '}
            相同，<code>message</code> 可以直接给人看，<code>error</code> 是固定的代号。时间都是 UTC。
          </p>
          <CodeSample label="成功" code={ENVELOPE} />
          <CodeSample label="失败" code={REFUSAL} />
        </div>
        <div className={classes.note}>
          <h3>状态码</h3>
          <table className={classes.statuses}>
            <thead className="sr-only">
              <tr>
                <th scope="col">状态码</th>
                <th scope="col">含义</th>
              </tr>
            </thead>
            <tbody>
              {statuses.map(([status, meaning]) => (
                <tr key={status}>
                  <th scope="row">{status}</th>
                  <td>{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className={classes.note}>
          <h3>身份认证</h3>
          <p>
            登录后得到访问令牌，放在请求头里。它 {TOKEN.accessSeconds} 秒后过期，用刷新令牌换新的（
            <code>{API_PREFIX}/auth/refresh</code>）；管理员另有登录和令牌。
          </p>
          <CodeSample label="请求头" code="Authorization: Bearer <access_token>" />
        </div>
        <div className={classes.note}>
          <h3>分页</h3>
          <p>
            列表用 <code>page</code>（默认 1）和 <code>limit</code>（默认 {PAGE.limit}，最多 {PAGE.maxLimit}
            ）翻页，写错时按默认值。
          </p>
          <CodeSample label="分页信息" code={PAGINATION} />
        </div>
      </div>
    </section>
  )
}
