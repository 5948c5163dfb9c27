/** Signing in and registering with a school's account (docs/product.md#campus-sign-in). */
import { randomBytes } from 'node:crypto'
import type { SignedIn } from '@shiliu/contract/auth'
import type { finish, link, register, start } from '@shiliu/contract/campus'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import { ACCOUNT } from '@shiliu/contract/limits'
import { userIdRule } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import { locate, type Whereabouts } from '#modules/addresses/addresses.service.ts'
import { checkedAccount, isUserIdFree, signIn } from '#modules/auth/auth.service.ts'
import { tellOfSignIn } from '#modules/auth/notices.service.ts'
import { admitCampusRegistration, getCampusRegistration } from '#modules/auth/registrations.service.ts'
import { requireUnbanned } from '#modules/sanctions/sanctions.service.ts'
import * as users from '#modules/users/users.service.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import { cut } from '#platform/cut.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { BrowserMark } from '#platform/http/browser-mark.ts'
import type { Client } from '#platform/http/route.ts'
import type { UserViewer } from '#platform/http/session.ts'
import { NO_PASSWORD } from '#platform/passwords.ts'
import { seal, unseal } from '#platform/sealing.ts'
import * as repo from './campus.repo.ts'
import { casPerson, casSignInUrl } from './cas.ts'
import { addIdentity, findIdentity, refreshIdentity, requirePasswordToLink } from './identities.service.ts'
import { oidcPerson, oidcSignInUrl } from './oidc.ts'
import { isPersonalNumber, type Person } from './person.ts'
import { ProviderError, refusalOf } from './provider-calls.ts'
import { type Provider, requireOffered, requireOwnAddress, requireUnmoved } from './providers.service.ts'
import { rememberSession } from './sign-out.service.ts'

const FLOW_MS = 15 * MINUTE_MS

const newKey = () => randomBytes(32).toString('base64url')

/**
 * Begins a sign-in in the browser with this mark, or, with a viewer, the linking of an account. Returns where to go.
 * Throws `unauthorized`, `campus_missing`, `campus_elsewhere`, `campus_unavailable` and, to link, what
 * `requirePasswordToLink` throws.
 */
export async function beginSignIn(
  ctx: Ctx,
  providerId: number,
  browser: Pick<BrowserMark, 'origin' | 'ensure'>,
  body: BodyOf<typeof start>,
  signedIn: UserViewer | null,
) {
  const viewer = body.link ? signedIn : null
  if (body.link && !viewer) throw new AppError('unauthorized')
  const provider = await requireOffered(ctx, providerId)
  requireOwnAddress(ctx, browser.origin)
  if (viewer) await requirePasswordToLink(ctx, viewer.id, body.password)
  const state = newKey()
  const mark = browser.ensure()
  const url = await askProviderFor(ctx, provider, () =>
    provider.kind === 'oidc' ? oidcSignInUrl(ctx, provider, state) : casSignInUrl(ctx, provider, state),
  )
  await tx(ctx, (t) =>
    repo.insertFlow(t.db, {
      key_hash: repo.campusHash(state),
      browser_hash: repo.campusHash(mark),
      provider_id: provider.id,
      user_id: viewer?.id ?? null,
      identity: null,
      expires_at: t.clock.now() + FLOW_MS,
    }),
  )
  return { url }
}

/** Answers in our words, and logs what the provider did. */
async function askProviderFor<R>(ctx: Ctx, { id, name }: Provider, ask: () => Promise<R> | R): Promise<R> {
  try {
    return await ask()
  } catch (error) {
    const reason = error instanceof ProviderError ? error.reason : String(error)
    ctx.log.warn({ provider: id, name, reason }, 'campus sign-in')
    throw refusalOf(error)
  }
}

type Back = {
  providerId: number
  query: string
  browser: string | null
  viewer: UserViewer | null
  client: Client
  /** What the browser got from earlier sign-ins. */
  deviceTokens: readonly string[]
}

/**
 * Completes what `beginSignIn` began in the same browser, once. Throws `campus_missing`, `campus_expired`,
 * `campus_unavailable`, `campus_refused`, `campus_taken`, `account_disabled`.
 */
export async function finishSignIn(ctx: Ctx, back: Back): Promise<OutputOf<typeof finish>> {
  const provider = await requireOffered(ctx, back.providerId)
  const parameters = new URLSearchParams(back.query)
  const state = parameters.get('state') ?? ''
  const flow = await takeFlow(ctx, { key: state, browser: back.browser, hasPerson: false, providerId: provider.id })
  if (flow.user_id !== null && flow.user_id !== back.viewer?.id) throw new AppError('campus_expired')
  if (parameters.get('error') === 'access_denied') {
    throw new AppError('campus_refused', { message: '你没有同意登录，校园账号没有登录' })
  }
  const person = await askProviderFor(ctx, provider, () =>
    provider.kind === 'oidc'
      ? oidcPerson(ctx, provider, state, back.query)
      : casPerson(ctx, provider, state, parameters.get('ticket') ?? ''),
  )
  await requireUnmoved(ctx, provider)
  const blank = { signed_in: null, registration: null, linked: false, ends_session: provider.ends_session === 1 }
  if (flow.user_id !== null) {
    const userId = flow.user_id
    await tx(ctx, (t) => addIdentity(t, provider, person, userId))
    return { ...blank, linked: true }
  }
  const from = await locate(ctx, back.client)
  const device = { userAgent: back.client.userAgent, from, tokens: back.deviceTokens }
  const signed_in = await signInKnown(ctx, provider, person, device)
  if (signed_in) return { ...blank, signed_in }
  return { ...blank, registration: await askToRegister(ctx, provider, person, flow.browser_hash) }
}

type Device = { userAgent: string; from: Whereabouts; tokens: readonly string[] }

/**
 * Null where no account is linked; else the code's flow is used up, where one led here. Throws `account_disabled`,
 * `campus_expired`.
 */
function signInKnown(
  ctx: Ctx,
  provider: Provider,
  person: Person,
  { userAgent, from, tokens }: Device,
  flowKey?: string,
) {
  return tx(ctx, async (t): Promise<SignedIn | null> => {
    const found = await findIdentity(t, provider, person)
    if (!found) return null
    await users.lockUsers(t, [found.user_id])
    // Again: its owner may have removed the link while this waited for the lock.
    const identity = await findIdentity(t, provider, person)
    const [user] = await users.listUsers(t, [found.user_id])
    if (!user || identity?.user_id !== user.id) return null
    if (flowKey !== undefined && !(await repo.deleteFlow(t.db, flowKey))) throw new AppError('campus_expired')
    await requireUnbanned(t, user)
    await refreshIdentity(t, identity, person)
    const { location } = from
    await tellOfSignIn(t, user, { userAgent, location, deviceTokens: tokens, school: provider.name })
    return openSession(t, provider, person, () => signIn(t, user.id, userAgent, from))
  })
}

async function openSession(t: Ctx, provider: Provider, person: Person, open: () => Promise<SignedIn>) {
  const signedIn = await open()
  const viewer = t.tokens.verify(signedIn.tokens.access_token)
  if (viewer !== 'invalid') await rememberSession(t, viewer.sessionId, provider, person)
  return signedIn
}

const sealing = (key: string) => ({ purpose: 'campus person', owner: key })

async function askToRegister(ctx: Ctx, provider: Provider, person: Person, browser_hash: string) {
  const code = newKey()
  const bytes = Buffer.from(JSON.stringify(person))
  await tx(ctx, (t) =>
    repo.insertFlow(t.db, {
      key_hash: repo.campusHash(code),
      browser_hash,
      provider_id: provider.id,
      user_id: null,
      identity: seal(t.config.jwtSecret, sealing(code), bytes),
      expires_at: t.clock.now() + FLOW_MS,
    }),
  )
  const nickname = cut(person.name, ACCOUNT.nicknameMax)
  const suggested = { user_id: await suggestId(ctx, person.account), nickname, badge: person.badge }
  return { code, ...suggested, ...getCampusRegistration(ctx) }
}

/** A free 小石榴号 like the account's name, without what others should not learn from it. */
async function suggestId(ctx: Ctx, account: string): Promise<string> {
  const letters = (account.split('@', 1)[0] ?? '').replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '')
  const base = isPersonalNumber(letters) ? '' : letters.slice(0, ACCOUNT.userIdMax)
  if (userIdRule(base) === null && (await isUserIdFree(ctx, base))) return base
  const random = randomBytes(4).readUInt32BE().toString(36).padStart(6, '0').slice(-6)
  return `${(base || 'campus').slice(0, ACCOUNT.userIdMax - 7)}_${random}`
}

type FlowQuery = { key: string; browser: string | null; hasPerson: boolean; providerId?: number }

/** Finds a flow of this browser; `hasPerson`: after the person has come back. Throws `campus_expired`. */
async function findFlow(ctx: Ctx, { key, browser, hasPerson, providerId }: FlowQuery) {
  const flow = browser && key ? await repo.findFlow(ctx.db, repo.campusHash(key)) : undefined
  const isRight =
    flow &&
    browser &&
    flow.browser_hash === repo.campusHash(browser) &&
    (flow.identity !== null) === hasPerson &&
    (providerId === undefined || flow.provider_id === providerId) &&
    flow.expires_at > ctx.clock.now()
  if (!isRight) throw new AppError('campus_expired')
  return flow
}

/** Finds the flow and deletes it: it works once. */
async function takeFlow(ctx: Ctx, query: FlowQuery) {
  const flow = await findFlow(ctx, query)
  if (!(await tx(ctx, (t) => repo.deleteFlow(t.db, flow.key_hash)))) throw new AppError('campus_expired')
  return flow
}

/** The person that a code stands for. Throws `campus_expired`, `campus_missing`. */
async function findPerson(ctx: Ctx, code: string, browser: string | null) {
  const flow = await findFlow(ctx, { key: code, browser, hasPerson: true })
  const bytes = unseal(ctx.config.jwtSecret, sealing(code), flow.identity ?? '')
  if (!bytes) throw new AppError('campus_expired')
  const person: Person = JSON.parse(Buffer.from(bytes).toString())
  return { provider: await requireOffered(ctx, flow.provider_id), person, keyHash: flow.key_hash }
}

/**
 * Makes the account of a person who signed in for the first time; where another window has made it meanwhile, signs in
 * to that. Throws `campus_expired`, `account_disabled` and what registering throws.
 */
export async function registerPerson(
  ctx: Ctx,
  body: BodyOf<typeof register>,
  browser: string | null,
  client: Client,
): Promise<SignedIn> {
  const { provider, person, keyHash } = await findPerson(ctx, body.code, browser)
  const from = await locate(ctx, client)
  const known = () => signInKnown(ctx, provider, person, { userAgent: client.userAgent, from, tokens: [] }, keyHash)
  const before = await known()
  if (before) return before
  const create = checkedAccount(ctx, body)
  const giveBack = await admitCampusRegistration(ctx, body.invitation_code, client.ip)
  try {
    return await tx(ctx, async (t) => {
      if (!(await repo.deleteFlow(t.db, keyHash))) throw new AppError('campus_expired')
      const id = await create(t, NO_PASSWORD)
      await addIdentity(t, provider, person, id)
      return openSession(t, provider, person, () => signIn(t, id, client.userAgent, from))
    })
  } catch (error) {
    await giveBack()
    const meanwhile = error instanceof AppError && MADE_MEANWHILE.has(error.code) ? await known() : null
    if (meanwhile) return meanwhile
    throw error
  }
}

/** How a second window that registers the same person fails. */
const MADE_MEANWHILE = new Set(['user_id_taken', 'campus_taken'])

/**
 * Links the person of a code to the viewer's account. Throws `campus_expired`, `campus_taken`, as
 * `requirePasswordToLink`.
 */
export async function linkPerson(
  ctx: Ctx,
  { code, password }: BodyOf<typeof link>,
  browser: string | null,
  viewer: UserViewer,
): Promise<void> {
  const { provider, person, keyHash } = await findPerson(ctx, code, browser)
  await requirePasswordToLink(ctx, viewer.id, password)
  await tx(ctx, async (t) => {
    if (!(await repo.deleteFlow(t.db, keyHash))) throw new AppError('campus_expired')
    await addIdentity(t, provider, person, viewer.id)
  })
}

/** Called by a timer: deletes sign-ins that nobody completed. */
export async function purgeFlows({ db, clock }: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listFlowsBefore(db, clock.now(), limit),
    (keys) => repo.deleteFlows(db, keys),
  )
}
