/** Tells administrators in words whether a school's sign-in service can be used, and what is wrong. */
import type { check } from '@shiliu/contract/admin/providers'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { ServerMetadata } from 'openid-client'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './campus.repo.ts'
import { validateTicket } from './cas.ts'
import { discover, keysAddress, SIGNATURES, scopeOf } from './oidc.ts'
import { askProvider, ProviderError } from './provider-calls.ts'
import { type Provider, returnUrl } from './providers.service.ts'

type Finding = OutputOf<typeof check>['findings'][number]

const good = (text: string): Finding => ({ ok: true, text })
const bad = (text: string): Finding => ({ ok: false, text })

/** What is asked of an application that need not run. */
type Site = Pick<Ctx, 'db' | 'config'>

/** As `checkProvider` of each that people can choose. */
export async function checkOffered(
  site: Site,
): Promise<{ name: string; address: string; result: OutputOf<typeof check> }[]> {
  const rows = (await repo.listProviders(site.db)).filter(({ is_active }) => is_active === 1)
  return Promise.all(
    rows.map(async ({ id, name, address }) => ({ name, address, result: await checkProvider(site, id) })),
  )
}

/** Asks the provider now; changes nothing. Throws `record_not_found`. */
export async function checkProvider(ctx: Site, id: number): Promise<OutputOf<typeof check>> {
  const provider = await repo.findProvider(ctx.db, id)
  if (!provider) throw new AppError('record_not_found')
  const findings = [ownAddress(ctx, provider)]
  try {
    await (provider.kind === 'oidc' ? checkOidc : checkCas)(ctx, provider, findings)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    findings.push(bad(error.reason))
  }
  if (provider.is_active !== 1) findings.push(good('现在是停用的，用户看不到它'))
  return { ok: findings.every(({ ok }) => ok), findings }
}

function ownAddress(ctx: Site, { id }: Provider): Finding {
  if (!ctx.config.publicUrl) return bad('没有设置 PUBLIC_URL：校方不知道登录以后回到哪里。请在环境变量里设置后重启')
  return good(`请在校方登记返回地址 ${returnUrl(ctx, id)}`)
}

async function checkOidc(ctx: Site, provider: Provider, findings: Finding[]): Promise<void> {
  const metadata = (await discover(ctx, provider)).serverMetadata()
  findings.push(good(`读到了 ${metadata.issuer} 的配置`))
  for (const [name, word] of [
    ['authorization_endpoint', '登录页'],
    ['token_endpoint', '换取令牌的地址'],
  ] as const) {
    if (!metadata[name]) findings.push(bad(`校方的配置里没有${word}（${name}）`))
  }
  const {
    response_types_supported: types,
    scopes_supported: scopes,
    id_token_signing_alg_values_supported: signatures,
  } = metadata
  if (types && !types.includes('code')) findings.push(bad('校方不支持授权码方式（response_type=code）'))
  if (signatures && !signatures.some((one) => SIGNATURES.includes(one))) {
    findings.push(bad(`校方只用 ${signatures.join('、')} 签 ID token，本站只认公钥签的：请校方改用 RS256`))
  }
  const unknown = scopeOf(provider)
    .split(' ')
    .filter((scope) => scopes && !scopes.includes(scope))
  if (unknown.length > 0) findings.push(bad(`校方没有这些范围：${unknown.join('、')}；它有 ${scopes?.join('、')}`))
  findings.push(
    good(
      metadata.code_challenge_methods_supported?.includes('S256')
        ? '支持 PKCE'
        : '校方没有声明支持 PKCE，登录时仍会使用',
    ),
  )
  if (provider.ends_session === 1 && !metadata.end_session_endpoint) {
    findings.push(bad('校方没有退出的地址（end_session_endpoint）：退出登录时不会退出校园账号'))
  }
  if (metadata.backchannel_logout_supported === true) {
    findings.push(good('支持后端退出：把返回地址也登记为后端退出的地址（backchannel_logout_uri）'))
  }
  findings.push(await checkKeys(provider, metadata))
  findings.push(good('客户端编号和密钥要真正登录一次才知道对不对'))
}

async function checkKeys(provider: Provider, metadata: ServerMetadata): Promise<Finding> {
  const response = await readKeys(provider, metadata).catch((error: ProviderError) => error)
  if (response instanceof ProviderError) return bad(`公钥读不到：${response.reason}`)
  if (response.status !== 200) return bad(`校方的公钥回答了 HTTP ${response.status}`)
  const keys: unknown = await response.json().then(
    (body) => Reflect.get(Object(body), 'keys'),
    () => null,
  )
  return Array.isArray(keys) && keys.length > 0 ? good(`读到了 ${keys.length} 个公钥`) : bad('校方没有公布公钥')
}

const readKeys = async (provider: Provider, metadata: ServerMetadata) => askProvider(keysAddress(provider, metadata))

const WRONG_TICKET = /INVALID_TICKET/i

/** A made-up ticket shows whether the CAS knows the site: some check the site's address first. */
async function checkCas(ctx: Site, provider: Provider, findings: Finding[]): Promise<void> {
  const login = await askProvider(`${provider.address}/login`)
  const shown = login.status < 400
  findings.push(shown ? good('打开了 CAS 的登录页') : bad(`CAS 的登录页回答了 HTTP ${login.status}，请核对地址`))
  const answer = await validateTicket(ctx, provider, 'check', 'ST-0-check')
  findings.push(ticketFinding(answer))
}

function ticketFinding(answer: Awaited<ReturnType<typeof validateTicket>>): Finding {
  if ('user' in answer) return bad('CAS 接受了编造的票据：不能用它登录')
  if (/INVALID_SERVICE|UNAUTHORIZED_SERVICE/i.test(answer.code))
    return bad(`CAS 不认本站的地址（${answer.code}）：请校方登记返回地址`)
  return WRONG_TICKET.test(answer.code) ? good('CAS 3 的验票可用') : good(`CAS 3 的验票有回答（${answer.code}）`)
}
