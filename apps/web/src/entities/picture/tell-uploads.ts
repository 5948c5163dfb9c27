import { toast } from '#ui/toast.ts'
import type { Uploader } from './uploader.ts'

/** More than these at once take a while. */
const FEW = 3

/**
 * Says that these pictures, just added, will take a while, and how it ended for them (spec section 8 «Upload»). `ms` is
 * how long each message stays, where that is not as usual.
 */
export async function tellUploads(uploader: Uploader, ids: readonly string[], ms?: number): Promise<void> {
  if (ids.length <= FEW) return
  toast.info(`正在上传 ${ids.length} 张图片，请耐心等待...`, ms)
  await uploader.settled(ids)
  const ended = uploader.get().filter(({ id }) => ids.includes(id))
  const failed = ended.filter(({ status }) => status === 'failed').length
  const done = ended.filter(({ status }) => status === 'done').length
  if (failed > 0) toast.error(`${done} 张上传成功，${failed} 张失败`, ms)
  else if (done > 0) toast.success(`成功上传 ${done} 张图片`, ms)
}
