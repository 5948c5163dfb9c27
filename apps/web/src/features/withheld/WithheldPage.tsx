import { TARGET } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import { Link, useLocation } from 'react-router'
import { paths, withBackground } from '#app/paths.ts'
import { AppealLine } from '#entities/moderation/AppealLine.tsx'
import { OWN_STATE_HINTS, OWN_STATE_WORDS } from '#entities/moderation/state-words.ts'
import { useWithheld, type WithheldItem } from '#entities/moderation/withheld.queries.ts'
import { OwnPostListSkeleton } from '#entities/post/own/OwnPostRow.tsx'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ListEnd } from '#entities/query/ListEnd.tsx'
import { excerpt } from '#entities/text/plain-field.ts'
import { SignedInOnly } from '#entities/user/SignedInOnly.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { BackButton } from '#ui/form/BackButton.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { dateText, fullTime } from '#ui/text/RelativeTime.tsx'
import classes from './WithheldPage.module.css'

/** `/withheld`: the viewer's own notes and comments that others do not see, and why. */
export function WithheldPage() {
  useTitle('审核与申诉')
  return <SignedInOnly>{({ user_id }) => <List key={user_id} />}</SignedInOnly>
}

function List() {
  const { query, items, first } = useWithheld()
  function list() {
    if (query.isPending) return <OwnPostListSkeleton />
    if (query.isError && items.length === 0) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
    if (items.length === 0)
      return <EmptyState title="没有被处理的内容" hint="等待审核、被隐藏或没有通过的笔记和评论会列在这里" />
    return (
      <>
        <ul aria-label="别人看不到的内容">
          {items.map((item) => (
            <Row key={item.key} item={item} />
          ))}
        </ul>
        <ListEnd query={query} />
      </>
    )
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <BackButton fallback={paths.ownProfile()} />
        <h1 className={classes.heading}>审核与申诉</h1>
        <p className={classes.total} role="status">
          {first && `共 ${first.pagination.total} 项`}
        </p>
      </div>
      {list()}
    </div>
  )
}

function Row({ item }: { item: WithheldItem }) {
  const location = useLocation()
  const { target_type, moderation, purge_at, post, comment } = item
  const { state, reason } = moderation
  const isNote = target_type === TARGET.post
  // A comment is known by its note, too.
  const cover = post ? coverOf(post.pictures) : undefined
  const text = excerpt((isNote ? post?.content : comment?.content) ?? '')
  const name = isNote ? post?.title || '无标题' : text || '图片评论'
  const opens = post && (isNote ? state !== 'deleted' : true)
  const at = isNote ? post?.created_at : comment?.created_at
  return (
    <li className={classes.row}>
      <p className={classes.states}>
        <span className={classes.state} data-state={state}>
          {OWN_STATE_WORDS[state]}
        </span>
        <span>{isNote ? '笔记' : '评论'}</span>
        {at && (
          <time dateTime={at} title={fullTime(at)}>
            {dateText(at)}
          </time>
        )}
      </p>
      <div className={classes.about}>
        {cover && (
          <span className={classes.thumb}>
            <Picture src={cover.card} alt="" width={1} height={1} thumbhash={cover.thumbhash} />
          </span>
        )}
        <div className={classes.words}>
          <h2 className={classes.name} dir="auto">
            {opens ? (
              <Link to={paths.post(post.id)} state={withBackground(location)}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          {isNote && text && (
            <p className={classes.text} dir="auto">
              {text}
            </p>
          )}
          {!isNote && (
            <p className={classes.text} dir="auto">
              {post ? `在笔记「${post.title}」下面` : '所在的笔记已经看不到了'}
            </p>
          )}
        </div>
      </div>
      <p className={classes.hint}>
        {OWN_STATE_HINTS[state]}
        {purge_at && `，${dateText(purge_at)} 后彻底清除`}
      </p>
      {reason && <p dir="auto">原因：{reason}</p>}
      <AppealLine target={item} moderation={moderation} className={classes.appeal} />
    </li>
  )
}
