import * as categories from '@shiliu/contract/categories'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { channelsOf } from './channels.ts'

/** The channels; `settled` once it is known that there are no others. A failure leaves 推荐 (spec section 8). */
export function useChannels() {
  const { data, isPending } = useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => call(categories.list, { signal }),
    staleTime: 5 * 60_000,
  })
  return { channels: useMemo(() => channelsOf(data), [data]), settled: !isPending }
}
