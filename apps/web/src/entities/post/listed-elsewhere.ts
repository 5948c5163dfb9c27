import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { tookOut } from '#api/paging.ts'

/**
 * A note was put on a list of the viewer's, or taken off. Where the list is looked at it stays as it is, and is asked for
 * again when it is next opened.
 */
export function listedElsewhere(client: QueryClient, queryKey: QueryKey, id: number, on: boolean) {
  if (!on) tookOut(client, [queryKey], String(id))
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
}
