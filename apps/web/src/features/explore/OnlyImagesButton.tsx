import { IconPhoto, IconPhotoFilled } from '@tabler/icons-react'
import { sessionItems } from '#api/storage.ts'
import { FloatingButton } from '#ui/feed/FloatingButtons.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { createStore } from '#ui/state/store.ts'

const STORAGE_KEY = 'onlyImageNotes'
const LABEL = '只看图文'

const store = createStore(sessionItems.read(STORAGE_KEY) === '1')

/** Whether the explore page shows image notes only; stored until the browser tab is closed. */
export const onlyImages = {
  use: store.use,
  set(on: boolean) {
    store.set(on)
    // Without storage the choice lasts until the page is reloaded.
    sessionItems.write(STORAGE_KEY, on ? '1' : '0')
  },
}

export function OnlyImagesButton() {
  const on = onlyImages.use()
  function toggle() {
    onlyImages.set(!on)
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Where every note is an image note, the list does not change.
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
