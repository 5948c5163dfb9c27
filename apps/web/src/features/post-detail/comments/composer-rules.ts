/** A comment that is being written: when it can be sent (spec section 5 «Comments»), what is seen of it once folded. */
import { COMMENT } from '@shiliu/contract/limits'
import { isBusy, type PictureItem, type Uploader } from '#entities/picture/uploader.ts'
import { oneLine } from '#entities/text/typed.ts'

/** What keeps it from being sent, or null; `length` is that of its text. */
export function obstacle(length: number, pictures: readonly Pick<PictureItem, 'status'>[]): string | null {
  if (length === 0 && pictures.length === 0) return '请输入评论内容或上传图片'
  if (length > COMMENT.contentMax) return `评论不能超过${COMMENT.contentMax}个字`
  if (pictures.some(isBusy)) return '图片还在上传，稍等一下'
  return pictures.every(({ status }) => status === 'done') ? null : '有图片没有传好，重试或删除它之后再发送'
}

/** What is written and not sent, on one line. */
export function draftLine({ content, uploader }: { content: string; uploader: Pick<Uploader, 'get'> }): string {
  const pictures = uploader.get().length
  return oneLine(content) || (pictures > 0 ? `${pictures}张图片还没发送` : '')
}
