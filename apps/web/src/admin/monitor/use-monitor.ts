import * as monitor from '@shiliu/contract/admin/monitor'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { REFRESH } from './refresh.ts'

// Asked again and again while the tab is looked at, and at once when it is looked at again.
const byItself = { refetchOnWindowFocus: true, refetchIntervalInBackground: false } as const

export function useActivities() {
  return useQuery({
    queryKey: keys.adminActivities,
    queryFn: ({ signal }) => call(monitor.activities, { signal }),
    refetchInterval: REFRESH.activitiesMs,
    staleTime: 0,
    ...byItself,
  })
}

export function useDashboard() {
  return useQuery({
    queryKey: keys.adminDashboard,
    queryFn: ({ signal }) => call(monitor.dashboard, { signal }),
    refetchInterval: REFRESH.dashboardMs,
    ...byItself,
  })
}

/** Why there is nothing new, in the words of spec section 8 «Admin». */
export function monitorFailure(error: unknown): ApiError {
  const unreachable = error instanceof ApiError && error.status === 0
  return new ApiError(unreachable ? 0 : 500, unreachable ? '网络错误，请稍后重试' : '获取动态失败')
}
