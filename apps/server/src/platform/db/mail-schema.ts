/** Tables of mail and e-mail addresses, as Kysely sees them. */
import type { Generated } from 'kysely'

export type MailOutboxTable = {
  id: Generated<number>
  kind: string
  /** Whom it is about: it goes with the account. */
  user_id: number | null
  recipient: string
  recipient_key: string
  /** Encrypted JSON of subject and texts; null once it is sent or given up. */
  body: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: Generated<number>
  /** Not tried before. */
  next_at: number
  /** Not sent after. */
  expires_at: number
  /** Who sends it, until `lease_until`. */
  node: string | null
  lease_until: number
  tried_at: number | null
  /** Whose fault the last failure was. */
  fault: 'server' | 'recipient' | null
  problem: string | null
  created_at: number
}

export type MailLoginTable = {
  id: Generated<number>
  /** Encrypted, for one server and user name. */
  password: string
  /** Of the administrator who set it. */
  username: string
  updated_at: number
}

/** Verified ones only. */
export type UserEmailsTable = {
  id: Generated<number>
  user_id: number
  email: string
  /** Lower case, unique. */
  email_key: string
  verified_at: number
}

export type PendingEmailsTable = {
  id: Generated<number>
  user_id: number
  email: string
  /** Null where the address is another account's: no code verifies it. */
  code_hash: string | null
  tries: Generated<number>
  expires_at: number
}

/** Forgotten passwords, also of accounts that do not exist. */
export type PasswordResetsTable = {
  id: Generated<number>
  /** What was typed, normalized. */
  account_key: string
  user_id: number | null
  code_hash: string | null
  /** `asked` until a background job has looked for the account. */
  state: 'asked' | 'sent' | 'none'
  created_at: number
}

export type EmailBansTable = {
  id: Generated<number>
  domain: string
  note: string
  username: string
  created_at: number
}

export type MailTables = {
  mail_outbox: MailOutboxTable
  mail_login: MailLoginTable
  user_emails: UserEmailsTable
  pending_emails: PendingEmailsTable
  password_resets: PasswordResetsTable
  email_bans: EmailBansTable
}
