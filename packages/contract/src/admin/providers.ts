/** Where people sign in with the account of their school (docs/product.md#campus-sign-in). */
import { z } from 'zod'
import { count, exactInput, filterText, flag, id, idParam, optionalLineInput, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { attributeRule, badgesRule, providerAddressRule, providerIdRule, providerNameRule } from '../provider-rules.ts'
import { coded, optionalFlag } from './fields.ts'
import { adminResource } from './resource.ts'

const KINDS = ['oidc', 'cas'] as const
export type ProviderKind = (typeof KINDS)[number]
export const KIND_WORDS: Readonly<Record<ProviderKind, string>> = { oidc: 'OpenID Connect', cas: 'CAS' }

const row = z.object({
  id: id.describe('ID'),
  name: z.string().describe('名称'),
  kind: coded(z.literal(KINDS), '协议', KIND_WORDS),
  address: z.string().describe('地址'),
  client_id: z.string().describe('客户端编号'),
  has_secret: coded(flag, '客户端密钥', { 1: '有', 0: '没有' }),
  scope: z.string().describe('范围'),
  name_attribute: z.string().describe('姓名的属性'),
  badge_attribute: z.string().describe('身份的属性'),
  badges: z.string().describe('身份的写法'),
  ends_session: coded(flag, '退出时也退出校园账号', { 1: '是', 0: '否' }),
  is_active: coded(flag, '状态', { 1: '启用', 0: '停用' }),
  accounts: count.describe('连接的账号'),
  return_url: z.string().nullable().describe('返回地址'),
  created_at: time.describe('创建时间'),
})

const secret = z
  .literal('')
  .transform(() => null)
  .or(exactInput(providerIdRule))
  .nullish()
  .meta({
    shown: { type: 'string', format: 'password', description: '加密保存，不会再显示；空则不变，改地址时要重新填写' },
  })

const fields = {
  name: optionalLineInput(providerNameRule).describe('按钮上写「用…登录」'),
  address: optionalLineInput(providerAddressRule).describe(
    'OpenID Connect 的签发者（issuer），或 CAS 的地址（/login 前面的部分）；https，本机可以用 http',
  ),
  client_id: optionalLineInput(providerIdRule).describe('OpenID Connect 的 client_id'),
  client_secret: secret,
  scope: optionalLineInput(providerIdRule).describe('OpenID Connect 的 scope，空格分开；空为 openid profile'),
  name_attribute: optionalLineInput(attributeRule).describe('哪个属性是姓名；空则按常见的名字找'),
  badge_attribute: optionalLineInput(attributeRule).describe('哪个属性是身份，例如 eduPersonAffiliation'),
  badges: optionalLineInput(badgesRule).describe(
    '属性的值写成什么身份，例如 student=学生，faculty=教职工；*= 是其他的值；没有写的值没有身份',
  ),
  ends_session: optionalFlag.describe('退出登录时也退出校园账号'),
  is_active: optionalFlag.describe('是否启用'),
}

export const providers = adminResource({
  name: 'providers',
  label: '校园登录',
  readRole: 'administrator',
  writeRole: 'administrator',
  row,
  filters: { name: filterText.describe('名称的一部分') },
  create: z.object({ kind: z.literal(KINDS, '协议只能是 oidc 或 cas').describe('协议，以后不能改'), ...fields }),
  update: z.object({
    ...fields,
    confirmed: optionalFlag.describe('有账号连接着它、又改了地址或客户端编号时，要写 1 才改'),
  }),
  errors: ['provider_needed'],
})

export const check = endpointsOf('校园登录管理')({
  method: 'POST',
  path: '/admin/providers/:id/check',
  role: 'admin',
  adminRole: 'administrator',
  summary: '检查校园登录：校方能不能连上，配置对不对',
  description: '向校方各问一次，每次最多等 5 秒；什么也不改。',
  params: idParam,
  output: z.object({
    ok: z.boolean().describe('没有发现问题'),
    findings: z
      .array(
        z.object({
          ok: z.boolean().describe('这一项没有问题'),
          text: z.string().describe('看到了什么，或者哪里不对、怎么办'),
        }),
      )
      .describe('逐项的结果'),
  }),
  errors: ['record_not_found'],
})
