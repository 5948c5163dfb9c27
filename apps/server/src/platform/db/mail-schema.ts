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
  /** Null where an older version knew that the address is another account's. */
  code_hash: string | null
  tries: Generated<number>
  expires_at: number
}

/** Addresses of people who are about to register. */
export type RegistrationEmailsTable = {
  id: Generated<number>
  /** Lower case. Each code that was sent is good until one is used: whoever asks anew takes none away. */
  email_key: string
  /** Null where the address is an account's: no code verifies it. */
  code_hash: string | null
  expires_at: number
}

/** Addresses of administrators that wait for their code. */
export type PendingAdminEmailsTable = {
  id: Generated<number>
  admin_id: number
  email: string
  code_hash: string
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
  registration_emails: RegistrationEmailsTable
  pending_admin_emails: PendingAdminEmailsTable
  password_resets: PasswordResetsTable
  email_bans: EmailBansTable
}
