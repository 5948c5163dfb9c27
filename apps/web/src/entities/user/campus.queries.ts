/** Signing in with the account of a school, and linking one (docs/product.md#campus-sign-in). */
import * as campus from '@shiliu/contract/campus'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { toViewer, userSession, useViewer } from '#api/session.ts'
import { deviceTokens, rememberDevice } from '#api/sign-in.ts'
import { leadToSchool } from '#api/sign-out.ts'
import { sessionItems } from '#api/storage.ts'
import { toast } from '#ui/feedback/toast.ts'

const RETURN = 'campusReturn'

/** The schools that people may sign in with, and whether a password does, too. */
export function useCampus() {
  return useQuery({
    queryKey: keys.campus,
    queryFn: ({ signal }) => call(campus.list, { signal }),
    staleTime: 60_000,
    retry: false,
  })
}

type Start = { id: number; link?: boolean; password?: string }

/** Leaves for the school's sign-in page, and remembers where to go on. */
export function useCampusStart() {
  const leaving = useRef<Promise<void>>(null)
  return useMutation({
    // A double click may come before the button is busy: a second start gives the browser another cookie than the
    // first.
    mutationFn: (input: Start) => {
      leaving.current ??= leave(input).finally(() => {
        leaving.current = null
      })
      return leaving.current
    },
    onError: (error) => {
      // Told at the field where it was typed.
      if (error instanceof ApiError && error.field === 'password') return
      toast.error(messageOf(error, '校园登录暂时不能用，请稍后再试'))
    },
  })
}

async function leave({ id, link = false, password }: Start): Promise<void> {
  const { url } = await call(campus.start, { params: { id }, body: { link, ...(password && { password }) } })
  const { pathname, search } = window.location
  // Begun anew where one has ended: goes on as before, and going back does not lead there again.
  if (pathname.startsWith('/campus/')) window.location.replace(url)
  else {
    sessionItems.write(RETURN, pathname + search)
    window.location.assign(url)
  }
  // The button stays busy until the page is left; going back brings the page as it was.
  await new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}

/** Where the sign-in was begun: an address of this site. */
export function takeReturnPath(): string {
  const path = sessionItems.read(RETURN)
  sessionItems.write(RETURN, null)
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof finishCampus>>['signed_in']>

export const finishCampus = (id: number, query: string) =>
  call(campus.finish, { params: { id }, body: { query, device_tokens: deviceTokens('user') } })

/** Starts the session; `endsThere` where signing out leads to the school. */
export function signInFromCampus({ user, tokens, device_token }: SignedIn, endsThere: boolean): void {
  const viewer = toViewer(user)
  if (!viewer) return
  rememberDevice('user', viewer.user_id, device_token)
  leadToSchool(endsThere)
  userSession.signIn(tokens, viewer)
}

export function useCampusLinks() {
  const viewer = useViewer()
  return useQuery({
    queryKey: keys.campusLinks,
    queryFn: ({ signal }) => call(campus.links, { signal }),
    enabled: viewer !== null,
    refetchOnMount: 'always',
  })
}

/** Whether linking a school account takes the account's password. */
export const asksForPassword = ({ has_password, local_passwords }: OutputOf<typeof campus.links>) =>
  has_password && local_passwords

/**
 * What the account's password is worth, as the view before found out: `none` where it was made with a campus account
 * and has none yet, `off` where the site takes no passwords any more.
 */
export function useOwnPassword(): { none: boolean; off: boolean } {
  const { data } = useQuery({
    queryKey: keys.campusLinks,
    queryFn: ({ signal }) => call(campus.links, { signal }),
    enabled: false,
  })
  return { none: data?.has_password === false, off: data?.local_passwords === false }
}

export function useUnlinkCampus() {
  return useMutation({
    mutationFn: (id: number) => call(campus.unlink, { params: { id } }),
    onSuccess: () => toast.success('已断开校园账号'),
    onError: (error) => toast.error(messageOf(error, '操作失败，请重试')),
    onSettled: () => refreshLinks(),
  })
}

/** The own profile shows a badge of the links. */
export async function refreshLinks(): Promise<void> {
  const queries = [keys.campusLinks, keys.anyUser]
  await Promise.all(queries.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
