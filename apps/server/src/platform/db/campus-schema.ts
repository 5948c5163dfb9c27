/** The tables of campus sign-in, as Kysely sees them. */
import type { ProviderKind } from '@shiliu/contract/admin/providers'
import type { Generated } from 'kysely'

type Flag = number

export type CampusProvidersTable = {
  id: Generated<number>
  kind: ProviderKind
  name: string
  /** Normalized and unique. */
  name_key: string
  /** The issuer of OpenID Connect, or what stands before `/login` of a CAS. */
  address: string
  client_id: string
  /** Encrypted with the site's secret; null for none. */
  client_secret: string | null
  scope: string
  name_attribute: string
  badge_attribute: string
  badges: string
  /** 1 where signing out here signs out there, too. */
  ends_session: Flag
  is_active: Flag
  created_at: number
  updated_at: number
}

/** An account at a provider, and whose it is. */
export type CampusIdentitiesTable = {
  id: Generated<number>
  provider_id: number
  /** Hash of what the provider calls it, whatever its length. */
  subject_key: string
  user_id: number
  /** As its owner knows it. */
  account: string
  badge: string | null
  created_at: number
  last_used_at: number
}

/** A sign-in under way in one browser. */
export type CampusFlowsTable = {
  key_hash: string
  browser_hash: string
  provider_id: number
  /** Who links an account. */
  user_id: number | null
  /** Who came back from the provider and has no account yet, encrypted; null before. */
  identity: string | null
  expires_at: number
}

/** What signing out here or at the provider needs to know of a session that came from there. */
export type CampusSessionsTable = {
  session_id: number
  provider_id: number
  /** Of the ticket of a CAS that opened it. */
  ticket_hash: string | null
  /** Of OpenID Connect's name of the session, where it has one. */
  sid_hash: string | null
  /** As `subject_key` of `campus_identities`; null in rows older than step 0059. */
  subject_hash: string | null
  /** Encrypted. */
  id_token: string | null
}

export type CampusTables = {
  campus_providers: CampusProvidersTable
  campus_identities: CampusIdentitiesTable
  campus_flows: CampusFlowsTable
  campus_sessions: CampusSessionsTable
}
