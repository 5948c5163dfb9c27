import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import { paths } from '#app/paths.ts'
import { marksOf } from '#entities/post/marks.ts'
import { ReportButton } from '#entities/report/ReportButton.tsx'
import { RichText } from '#entities/user/RichText.tsx'
import { CountText } from '#ui/text/Count.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './NoteText.module.css'

/** Title, text, tags, time and location. A tag opens its search in a new tab. */
export function NoteText({ post }: { post: Post }) {
  const marks = marksOf(post, post.is_pinned)
  return (
    <div className={classes.text}>
      {marks.length > 0 && (
        <ul className={classes.marks} aria-label="标记">
          {marks.map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      )}
      <h1 className={classes.title} dir="auto">
        {post.title}
      </h1>
      {post.content && (
        <p className={classes.content} dir="auto">
          <RichText source={post.content} />
        </p>
      )}
      {post.tags.length > 0 && (
        <ul className={classes.tags} aria-label="标签">
          {post.tags.map((tag) => (
            <li key={tag.id}>
              <a className={classes.tag} href={paths.search({ tag: tag.name })} target="_blank" rel="noreferrer">
                #<bdi>{tag.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.meta}>
        <RelativeTime time={post.created_at} />
        <span>IP属地：{post.location || UNKNOWN_LOCATION}</span>
        {post.category && <span>{post.category}</span>}
        <span>
          <CountText value={post.view_count} /> 次浏览
        </span>
        <ReportButton kind="post" id={post.id} ownerId={post.author_auto_id} label="举报笔记" />
      </p>
    </div>
  )
}
