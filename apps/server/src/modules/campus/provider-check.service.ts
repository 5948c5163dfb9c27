/** Tells administrators in words whether a school's sign-in service can be used, and what is wrong. */
import type { check } from '@shiliu/contract/admin/providers'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './campus.repo.ts'
import { validateTicket } from './cas.ts'
import { discover, scopeOf } from './oidc.ts'
import { askProvider, ProviderError } from './provider-calls.ts'
import { type Provider, returnUrl } from './providers.service.ts'

type Finding = OutputOf<typeof check>['findings'][number]

const good = (text: string): Finding => ({ ok: true, text })
const bad = (text: string): Finding => ({ ok: false, text })

/** Asks the provider now; changes nothing. Throws `record_not_found`. */
export async function checkProvider(ctx: Ctx, id: number): Promise<OutputOf<typeof check>> {
  const provider = await repo.findProvider(ctx.db, id)
  if (!provider) throw new AppError('record_not_found')
  const asked = provider.kind === 'oidc' ? checkOidc(ctx, provider) : checkCas(ctx, provider)
  const found = await asked.catch((error: unknown) => {
    if (error instanceof ProviderError) return [bad(error.reason)]
    throw error
  })
  const findings = [ownAddress(ctx, provider), ...found]
  if (provider.is_active !== 1) findings.push(good('现在是停用的，用户看不到它'))
  return { ok: findings.every(({ ok }) => ok), findings }
}

function ownAddress(ctx: Ctx, { id }: Provider): Finding {
  if (!ctx.config.publicUrl) return bad('没有设置 PUBLIC_URL：校方不知道登录以后回到哪里。请在环境变量里设置后重启')
  return good(`请在校方登记返回地址 ${returnUrl(ctx, id)}`)
}

async function checkOidc(ctx: Ctx, provider: Provider): Promise<Finding[]> {
  const metadata = (await discover(ctx, provider)).serverMetadata()
  const findings = [good(`读到了 ${metadata.issuer} 的配置`)]
  for (const [name, word] of [
    ['authorization_endpoint', '登录页'],
    ['token_endpoint', '换取令牌的地址'],
    ['jwks_uri', '公钥的地址'],
  ] as const) {
    if (!metadata[name]) findings.push(bad(`校方的配置里没有${word}（${name}）`))
  }
  const { response_types_supported: types, scopes_supported: scopes } = metadata
  if (types && !types.includes('code')) findings.push(bad('校方不支持授权码方式（response_type=code）'))
  const unknown = scopeOf(provider)
    .split(' ')
    .filter((scope) => scopes && !scopes.includes(scope))
  if (unknown.length > 0) findings.push(bad(`校方没有这些范围：${unknown.join('、')}；它有 ${scopes?.join('、')}`))
  findings.push(
    good(metadata.code_challenge_methods_supported?.includes('S256') ? '支持 PKCE' : '没有说支持 PKCE，照样发送'),
  )
  if (provider.ends_session === 1 && !metadata.end_session_endpoint) {
    findings.push(bad('校方没有退出的地址（end_session_endpoint）：退出登录时不会退出校园账号'))
  }
  if (metadata.jwks_uri) findings.push(await checkKeys(metadata.jwks_uri))
  findings.push(good('客户端编号和密钥要真正登录一次才知道对不对'))
  return findings
}

async function checkKeys(url: string): Promise<Finding> {
  const response = await askProvider(url)
  if (response.status !== 200) return bad(`校方的公钥回答了 HTTP ${response.status}`)
  const keys: unknown = await response.json().then(
    (body) => Reflect.get(Object(body), 'keys'),
    () => null,
  )
  return Array.isArray(keys) && keys.length > 0 ? good(`读到了 ${keys.length} 个公钥`) : bad('校方没有公布公钥')
}

const WRONG_TICKET = /INVALID_TICKET/i

/** A made-up ticket shows whether the CAS knows the site: some check the service first. */
async function checkCas(ctx: Ctx, provider: Provider): Promise<Finding[]> {
  const login = await askProvider(`${provider.address}/login`)
  const shown = login.status < 400
  const findings = [shown ? good('打开了 CAS 的登录页') : bad(`CAS 的登录页回答了 HTTP ${login.status}：地址对吗`)]
  const answer = await validateTicket(ctx, provider, 'check', 'ST-0-check')
  if ('user' in answer) return [...findings, bad('CAS 接受了编造的票据：不能用它登录')]
  if (/INVALID_SERVICE|UNAUTHORIZED_SERVICE/i.test(answer.code)) {
    return [...findings, bad(`CAS 不认本站的地址（${answer.code}）：请校方登记返回地址`)]
  }
  return [
    ...findings,
    WRONG_TICKET.test(answer.code) ? good('CAS 3 的验票可用') : good(`CAS 3 的验票有回答（${answer.code}）`),
  ]
}
