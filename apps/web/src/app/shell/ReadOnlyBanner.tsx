import { useEffect } from 'react'
import { onUserWrite } from '#api/client.ts'
import { site } from '#ui/site.ts'

/** Not in the style sheet of the first load, which is full: the banner is rare. */
const STYLE = {
  margin: '0 0 12px',
  padding: '10px 16px',
  borderRadius: 'var(--radius-field)',
  background: 'var(--accent-soft)',
  color: 'var(--accent-text)',
  fontSize: 14,
}

/** Says that nothing can be written: as the page was told, or as the last write showed. */
export function ReadOnlyBanner() {
  const { readOnly } = site.use()
  useEffect(() => {
    return onUserWrite((refusedWith) => {
      const now = refusedWith === 'read_only'
      const changed = now !== site.get().readOnly
      // Another refusal tells nothing about the site.
      if (changed && (now || refusedWith === undefined)) site.set({ ...site.get(), readOnly: now })
    })
  }, [])
  if (!readOnly) return null
  return (
    <p style={STYLE} role="status">
      网站正在维护，现在只能看，不能发布或修改
    </p>
  )
}
