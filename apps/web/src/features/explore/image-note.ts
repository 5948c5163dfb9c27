import { isVideo } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'

/** Whether the note is told by pictures: it has some, and none of its media is a video. */
export function isImageNote({ pictures }: Pick<Post, 'pictures'>): boolean {
  return pictures.length > 0 && pictures.every(({ url }) => !isVideo(url))
}
