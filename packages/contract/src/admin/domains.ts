/** Domains whose e-mail addresses nobody may bind (docs/product.md#e-mail-domains). */
import { z } from 'zod'
import { filterText, id, optionalLineInput, time } from '../common.ts'
import { bannedDomainRule } from '../email-rules.ts'
import { noteRule } from '../rules.ts'
import { adminResource } from './resource.ts'

const row = z.object({
  id: id.describe('ID'),
  domain: z.string().describe('域名'),
  note: z.string().describe('备注'),
  username: z.string().describe('谁封的'),
  created_at: time.describe('创建时间'),
})

const input = z.object({
  domain: optionalLineInput(bannedDomainRule).describe('例如 mail.example.com；它的子域名也封'),
  note: optionalLineInput(noteRule).describe('内部备注'),
})

export const emailDomains = adminResource({
  name: 'domains',
  label: '封禁邮箱域名',
  readRole: 'administrator',
  writeRole: 'administrator',
  row,
  filters: { domain: filterText.describe('域名的一部分'), note: filterText.describe('备注的一部分') },
  create: input,
  update: input,
})
