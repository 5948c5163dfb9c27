/** Where the viewer is signed in, and ending it (docs/product.md#devices). */
import * as auth from '@shiliu/contract/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { useViewer } from '#api/session.ts'
import { toast } from '#ui/feedback/toast.ts'

export function useDevices() {
  const viewer = useViewer()
  return useQuery({
    queryKey: keys.devices,
    queryFn: ({ signal }) => call(auth.listSessions, { signal }),
    enabled: viewer !== null,
    // Others come and go elsewhere.
    refetchOnMount: 'always',
  })
}

/** Ends one device, or with null all others. */
export function useEndDevices() {
  return useMutation({
    mutationFn: async (id: number | null) => {
      if (id === null) await call(auth.endOtherSessions)
      else await call(auth.endSession, { params: { id } })
    },
    onSuccess: (_, id) => toast.success(id === null ? '别的设备都已退出登录' : '已退出登录'),
    onError: (error) => toast.error(messageOf(error, '操作失败，请重试')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.devices }),
  })
}
