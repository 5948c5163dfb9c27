import { comments } from '@shiliu/contract/admin/comments'
import { type DecisionName, moderate } from '@shiliu/contract/admin/moderation'
import { posts } from '@shiliu/contract/admin/posts'
import { TARGET } from '@shiliu/contract/limits'
import { type ModerationState, STATE_WORDS } from '@shiliu/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { DecisionDialog } from '../moderation/DecisionDialog.tsx'
import { type Decision, useModeration } from '../moderation/use-moderation.ts'
import { useMay } from '../permissions.ts'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

const LIMIT = 20
const query = (id: number) => ({ user_id: String(id), limit: LIMIT, sortField: 'id', sortOrder: 'desc' })

export function WrittenPosts({ id }: { id: number }) {
  const list = useQuery({
    queryKey: keys.adminRows('posts', query(id)),
    queryFn: ({ signal }) => call(posts.list, { query: query(id), signal }),
  })
  return (
    <Deciding targetType={TARGET.post} noun="笔记">
      {(buttons) => (
        <Loaded
          query={list}
          rowsOf={({ data }) => data}
          none="没有发过笔记"
          label="笔记"
          more={{ to: `${paths.admin('posts')}?user_id=${id}`, total: ({ total }) => total }}
        >
          {(row) => (
            <div className={classes.item}>
              {row.cover && <Picture src={row.cover} alt="" width={1} height={1} className={classes.cover ?? ''} />}
              <div className={classes.words}>
                <Link className={classes.name} to={paths.adminRecord('posts', row.id)}>
                  {row.title || '无标题'}
                </Link>
                <p className={classes.facts}>
                  <State state={row.state} draft={row.is_draft === 1} />
                  {row.category ?? '没有分类'} · <RelativeTime time={row.created_at} /> · {row.view_count} 浏览 ·{' '}
                  {row.like_count} 赞 · {row.comment_count} 评论
                </p>
              </div>
              {buttons(row)}
            </div>
          )}
        </Loaded>
      )}
    </Deciding>
  )
}

export function WrittenComments({ id }: { id: number }) {
  const list = useQuery({
    queryKey: keys.adminRows('comments', query(id)),
    queryFn: ({ signal }) => call(comments.list, { query: query(id), signal }),
  })
  return (
    <Deciding targetType={TARGET.comment} noun="评论">
      {(buttons) => (
        <Loaded
          query={list}
          rowsOf={({ data }) => data}
          none="没有写过评论"
          label="评论"
          more={{ to: `${paths.admin('comments')}?user_id=${id}`, total: ({ total }) => total }}
        >
          {(row) => (
            <div className={classes.item}>
              <div className={classes.words}>
                <p className={classes.said}>
                  <RichText source={row.content} />
                </p>
                <p className={classes.facts}>
                  <State state={row.state} />
                  <Link to={paths.adminRecord('comments', row.id)}>评论 {row.id}</Link> · 在「
                  <Link to={paths.adminRecord('posts', row.post_id)}>{row.post_title}</Link>」下面 ·{' '}
                  <RelativeTime time={row.created_at} />
                </p>
              </div>
              {buttons(row)}
            </div>
          )}
        </Loaded>
      )}
    </Deciding>
  )
}

function State({ state, draft = false }: { state: ModerationState; draft?: boolean }) {
  if (state === 'visible' && !draft) return null
  return <span className={classes.state}>{state === 'visible' ? '草稿' : STATE_WORDS[state]}</span>
}

type DecidingProps = {
  targetType: 1 | 2
  noun: string
  children: (buttons: (row: { id: number; state: ModerationState }) => ReactNode) => ReactNode
}

/** Gives each row the decision that is most often wanted. */
function Deciding({ targetType, noun, children }: DecidingProps) {
  const may = useMay()
  const moderation = useModeration(targetType)
  const [decision, setDecision] = useState<Decision | null>(null)
  const button = (row: { id: number }, action: DecisionName, word: string) => (
    <Button
      size="sm"
      variant="plain"
      aria-label={`${word}${noun} ${row.id}`}
      onClick={() => setDecision({ action, ids: [row.id] })}
    >
      {word}
    </Button>
  )
  return (
    <>
      {children((row) => {
        if (!may(moderate) || row.state === 'deleted') return null
        return row.state === 'hidden' ? button(row, 'restore', '恢复') : button(row, 'hide', '隐藏')
      })}
      <DecisionDialog decision={decision} noun={noun} moderation={moderation} onClose={() => setDecision(null)} />
    </>
  )
}
