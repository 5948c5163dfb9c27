import * as monitor from '@shiliu/contract/admin/monitor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'

const ACTIVITIES_MS = 20_000
/** The server counts at most once a minute. */
const DASHBOARD_MS = 60_000
const MINUTE_MS = 60_000

/** Polls while the tab is visible, and refetches when it becomes visible. */
const polling = { refetchOnWindowFocus: true, refetchIntervalInBackground: false } as const

export function useActivities() {
  return useQuery({
    queryKey: keys.adminActivities,
    queryFn: ({ signal }) => call(monitor.activities, { signal }),
    refetchInterval: ACTIVITIES_MS,
    staleTime: 0,
    ...polling,
  })
}

export function useDashboard() {
  return useQuery({
    queryKey: keys.adminDashboard,
    queryFn: ({ signal }) => call(monitor.dashboard, { signal }),
    refetchInterval: DASHBOARD_MS,
    ...polling,
  })
}

export function useOverview() {
  return useQuery({
    queryKey: keys.adminOverview,
    queryFn: ({ signal }) => call(monitor.overview, { signal }),
    refetchInterval: ACTIVITIES_MS,
    ...polling,
  })
}

/** The error to show for activities that could not be loaded. */
export function activitiesError(error: unknown): ApiError {
  const unreachable = error instanceof ApiError && error.status === 0
  return new ApiError(unreachable ? 0 : 500, unreachable ? '网络错误，请稍后重试' : '获取动态失败')
}

/** The current time, updated each minute and when the tab becomes visible, for relative times. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const update = () => {
      if (!document.hidden) setNow(Date.now())
    }
    const timer = setInterval(update, MINUTE_MS)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}
