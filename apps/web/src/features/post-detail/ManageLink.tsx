import { paths } from '#app/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'

type Props = { postId: number }

/**
 * Leads administrators to the note in the back office, which asks the server who they are: here it is enough that this
 * browser remembers a sign-in, since the link itself shows and does nothing.
 */
export function ManageLink({ postId }: Props) {
  return (
    <ButtonLink
      size="sm"
      variant="plain"
      to={paths.adminRecord('posts', postId)}
      aria-label="管理：在后台打开这篇笔记"
      title="在后台打开这篇笔记"
    >
      管理
    </ButtonLink>
  )
}
