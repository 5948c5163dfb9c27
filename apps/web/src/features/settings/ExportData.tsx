import type { DataExportState } from '@shiliu/contract/data-export'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import {
  isUnderWay,
  useDataExport,
  useDownloadDataExport,
  useRequestDataExport,
} from '#entities/session/data-export.queries.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { fullTime, RelativeTime } from '#ui/text/RelativeTime.tsx'
import form from './AccountForm.module.css'
import classes from './ExportData.module.css'
import { settingsView } from './settings-view.ts'

/** Asks for a file with all of the viewer's data, and fetches it when it is ready. */
export function ExportData() {
  const { data, error, refetch } = useDataExport()
  const request = useRequestDataExport()
  const download = useDownloadDataExport()
  const isReady = data?.export?.state === 'ready'
  const isPossible = data !== undefined && !isUnderWay(data) && data.next_at === null
  function begin() {
    ignoreSecondClick()
    request.mutate()
  }

  return (
    <>
      <p className={classes.intro}>
        资料、笔记（包括草稿和回收站）、评论、点赞、收藏、关注、通知、举报、登录记录和你上传的全部图片，打包成一个 ZIP
        文件。在后台打包，好了会通知你；每天一次，保留 7 天，只有你能下载。
      </p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton className={classes.waiting}>
          <SkeletonBlock height={48} />
        </Skeleton>
      )}
      {data && (
        <p className={classes.state} role="status">
          <Words data={data} />
        </p>
      )}
      <div className={form.actions}>
        <Button variant="plain" size="lg" data-autofocus onClick={() => settingsView.set('account')}>
          返回
        </Button>
        {isReady ? (
          <Button size="lg" loading={download.isPending} onClick={() => download.mutate()}>
            下载
          </Button>
        ) : (
          <Button size="lg" aria-disabled={!isPossible} loading={request.isPending} onClick={begin}>
            {data?.export?.state === 'failed' ? '再试一次' : '开始打包'}
          </Button>
        )}
      </div>
      {isReady && isPossible && (
        <div className={classes.again}>
          <Button variant="plain" size="sm" loading={request.isPending} onClick={begin}>
            重新打包一份
          </Button>
        </div>
      )}
    </>
  )
}

function Words({ data: { export: made, next_at } }: { data: DataExportState }) {
  if (!made) return next_at === null ? '还没有打包过。' : `${fullTime(next_at)} 之后可以再打包。`
  switch (made.state) {
    case 'ready':
      return (
        <>
          <RelativeTime time={made.ready_at ?? made.created_at} />
          打包好的，{sizeText(made.bytes)}
          {made.expires_at && `，保留到 ${fullTime(made.expires_at)}`}。
        </>
      )
    case 'failed':
      return `没有打包成功：${made.problem ?? '打包时出了问题'}。`
    case 'running':
      return `正在打包，已经写了 ${sizeText(made.bytes)}。可以离开，好了会通知你。`
    case 'waiting':
      if (made.retry_at !== null)
        return `${made.problem ?? '打包时出了问题'}，${fullTime(made.retry_at)} 自动再试。可以离开，好了会通知你。`
      return '已经排上队，马上开始。可以离开，好了会通知你。'
  }
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.ceil(kilobytes)} KB`
  const megabytes = kilobytes / 1024
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}
