import { paths } from '#app/paths.ts'
import { toast } from '#ui/toast.ts'

/** The clipboard of pages served without TLS, as on a campus network. */
function copyOldWay(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}

/** Copies the note's address (spec section 2 «Note detail»). */
export async function shareNote(id: number) {
  const link = `${window.location.origin}${paths.post(id)}`
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(link).then(
        () => true,
        () => copyOldWay(link),
      )
    : copyOldWay(link)
  if (copied) toast.success('已复制链接，快去分享给好友吧')
  else toast.error('复制链接失败，请手动复制地址栏里的链接')
}
