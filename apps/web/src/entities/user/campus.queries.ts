/** Signing in with the account of a school, and linking one (docs/product.md#campus-sign-in). */
import * as campus from '@shiliu/contract/campus'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { toViewer, userSession, useViewer } from '#api/session.ts'
import { rememberDevice } from '#api/sign-in.ts'
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

/** Leaves for the school's sign-in page, and remembers where to go on. */
export function useCampusStart() {
  return useMutation({
    mutationFn: async ({ id, link = false }: { id: number; link?: boolean }) => {
      const { url } = await call(campus.start, { params: { id }, body: { link } })
      const { pathname, search } = window.location
      sessionItems.write(RETURN, pathname.startsWith('/campus/') ? null : pathname + search)
      window.location.assign(url)
      // The button stays busy until the page is left; going back brings the page as it was.
      await new Promise<void>((resolve) => {
        window.addEventListener('pageshow', () => resolve(), { once: true })
      })
    },
    onError: (error) => toast.error(messageOf(error, '校园登录暂时不能用，请稍后再试')),
  })
}

/** Where the sign-in was begun: an address of this site. */
export function takeReturnPath(): string {
  const path = sessionItems.read(RETURN)
  sessionItems.write(RETURN, null)
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof finishCampus>>['signed_in']>

export const finishCampus = (id: number, query: string) => call(campus.finish, { params: { id }, body: { query } })

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

/** Whether the account was made with a campus account and has no password yet, as the view before found out. */
export function useHasNoPassword(): boolean {
  const { data } = useQuery({
    queryKey: keys.campusLinks,
    queryFn: ({ signal }) => call(campus.links, { signal }),
    enabled: false,
  })
  return data?.has_password === false
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
