/** The export of the viewer's own data (docs/product.md#export-of-ones-data). */
import * as api from '@shiliu/contract/data-export'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { queryClient } from '#api/query-client.ts'
import { useViewer } from '#api/session.ts'
import { toast } from '#ui/feedback/toast.ts'

const ASKED_EVERY_MS = 3000

/** Asked again while it is being made. */
export function useDataExport() {
  const viewer = useViewer()
  return useQuery({
    queryKey: keys.dataExport,
    enabled: viewer !== null,
    queryFn: ({ signal }) => call(api.get, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? ASKED_EVERY_MS : false),
  })
}

export function isUnderWay(data: api.DataExportState | undefined): boolean {
  return data?.export?.state === 'waiting' || data?.export?.state === 'running'
}

export function useRequestDataExport() {
  return useMutation({
    mutationFn: () => call(api.request),
    onSuccess: (data) => queryClient.setQueryData(keys.dataExport, data),
    onError: (error) => toast.error(messageOf(error, '没有开始打包，请重试')),
  })
}

/** Lets the browser fetch the file, which may be larger than its memory. */
export function useDownloadDataExport() {
  return useMutation({
    mutationFn: () => call(api.link),
    onSuccess({ url }) {
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
    onError(error) {
      toast.error(messageOf(error, '下载失败，请重试'))
      void queryClient.invalidateQueries({ queryKey: keys.dataExport })
    },
  })
}
