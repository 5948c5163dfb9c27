import { TARGET } from '@shiliu/contract/limits'
import type { Moderation } from '@shiliu/contract/moderation'
import type { Post } from '@shiliu/contract/posts'
import { IconClockHour4, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { AppealLine } from '#entities/moderation/AppealLine.tsx'
import { OWN_STATE_HINTS, OWN_STATE_WORDS } from '#entities/moderation/state-words.ts'
import { LazyEditDialog, preloadEditDialog } from '#entities/post/own/LazyEditDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import classes from './ModerationBanner.module.css'

type Props = { post: Post; moderation: Moderation }

/**
 * Tells the author why nobody else sees the note; one that was rejected can be changed and sent again, and most can be
 * appealed for.
 */
export function ModerationBanner({ post, moderation }: Props) {
  const { state, reason } = moderation
  const [editing, setEditing] = useState(false)
  const Icon = state === 'pending' ? IconClockHour4 : IconEyeOff
  return (
    <section className={classes.banner} aria-label="审核状态">
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{OWN_STATE_WORDS[state]}</p>
        <p>{OWN_STATE_HINTS[state]}</p>
        {reason && <p dir="auto">原因：{reason}</p>}
        <div className={classes.actions}>
          {state === 'rejected' && (
            <Button
              variant="plain"
              size="sm"
              onPointerEnter={preloadEditDialog}
              onFocus={preloadEditDialog}
              onClick={() => setEditing(true)}
            >
              修改后重新提交
            </Button>
          )}
          <AppealLine target={{ target_type: TARGET.post, target_id: post.id }} moderation={moderation} />
        </div>
      </div>
      {editing && <LazyEditDialog id={post.id} onClosed={() => setEditing(false)} />}
    </section>
  )
}
