import { IconPhoto, IconPhotoFilled } from '@tabler/icons-react'
import { FloatingButton } from '#ui/FloatingButtons.tsx'
import { toast } from '#ui/toast.ts'
import { onlyImages } from './only-images.ts'

const LABEL = '只看图文'

/** Narrows every channel to notes of pictures (spec section 2 «Floating buttons»). */
export function OnlyImagesButton() {
  const on = onlyImages.use()
  function toggle() {
    onlyImages.set(!on)
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Where all notes are of pictures the page stays as it is.
    toast.info(on ? '已显示全部笔记' : '只看图文笔记')
  }
  return (
    <FloatingButton
      Icon={on ? IconPhotoFilled : IconPhoto}
      label={LABEL}
      tip={on ? `取消${LABEL}` : LABEL}
      pressed={on}
      onClick={toggle}
    />
  )
}
