/** What the site keeps of new pictures, as the server wrote it into the page; nothing where it is the default. */
import { DEFAULT_PICTURE_RULES, type PictureRules } from '@shiliu/contract/pictures'

const NAME = 'site:pictures'

function rulesIn(page: Document | undefined): PictureRules {
  const text = page?.querySelector<HTMLMetaElement>(`meta[property="${NAME}"]`)?.content ?? ''
  const [side, quality, megabytes] = text.split(' ').map(Number)
  return side && quality && megabytes ? { side, quality, megabytes } : DEFAULT_PICTURE_RULES
}

/** Administrators may change them while the page is open: then the server decides. */
export const pictureRules = rulesIn(globalThis.document)
