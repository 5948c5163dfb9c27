/**
 * What the administrator who is signed in may do, by the roles that the contract names
 * (docs/product.md#administrators-roles).
 */
import { type AdminRole, roleSuffices } from '@shiliu/contract/admin/roles'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#api/error.ts'
import { useAdmin } from '#api/session.ts'

/** Whether the administrator may call an endpoint, or use what needs a role. */
export function useMay(): (what: Pick<AnyEndpoint, 'adminRole'> | AdminRole) => boolean {
  const role = useAdmin()?.role
  return (what) => {
    const least = typeof what === 'string' ? what : (what.adminRole ?? 'owner')
    return role !== undefined && roleSuffices(role, least)
  }
}

/** Calls `onRefused` when the server refused to answer a query: the role may have changed meanwhile. */
export function useRefusals(onRefused: () => void): void {
  const client = useQueryClient()
  useEffect(() => {
    const heed = (error: unknown) => {
      if (error instanceof ApiError && error.status === 403) onRefused()
    }
    return client.getQueryCache().subscribe(({ type, query }) => type === 'updated' && heed(query.state.error))
  }, [client, onRefused])
}
