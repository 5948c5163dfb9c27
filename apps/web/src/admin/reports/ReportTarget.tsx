import { DECISION_WORDS, history } from '@shiliu/contract/admin/moderation'
import type { ReportDetail as Detail } from '@shiliu/contract/admin/reports'
import type { TARGET } from '@shiliu/contract/limits'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { REPORTED } from '@shiliu/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { CommentContext } from '../moderation/CommentContext.tsx'
import { PostLabels } from '../moderation/PostLabels.tsx'
import classes from './ReportDetail.module.css'

/** What was reported, as it is now, with all pictures, and what was decided about it. */
export function ReportTarget({ entry: { target, target_type, target_id } }: { entry: Detail }) {
  if (!target) return <p className={classes.facts}>被举报的已经不存在了，可以选「没有问题」结束这个举报</p>
  const { title, content, pictures, state, reason, post_id } = target
  const slides = pictures.map(({ url, full, width, height }) => ({
    src: full ?? url,
    alt: '被举报的图片',
    width,
    height,
    preview: url,
  }))
  return (
    <article className={classes.target} aria-label="被举报的内容">
      {target_type === REPORTED.user && (
        <Avatar src={target.author.avatar} name={target.author.nickname} size={120} decorative />
      )}
      {pictures.length > 0 && (
        <ul className={classes.pictures} data-single={pictures.length === 1 || undefined}>
          {pictures.map(({ url, full, width, height }, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`查看第${index + 1}张图片`}
                onPointerEnter={preloadLightbox}
                onClick={() => openLightbox({ pictures: slides, index })}
              >
                <img
                  src={pictures.length === 1 ? (full ?? url) : url}
                  alt=""
                  width={width ?? undefined}
                  height={height ?? undefined}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {target.below && post_id !== null && <CommentContext below={target.below} postId={post_id} />}
      {title && (
        <h2 className={classes.name} dir="auto">
          {title}
        </h2>
      )}
      {content && (
        <p className={classes.content} dir="auto">
          <RichText source={content} />
        </p>
      )}
      <PostLabels item={target} />
      <p className={classes.facts}>
        {state && <span className={classes.chip}>{STATE_WORDS[state]}</span>}
        {reason && `${reason} · `}
        <RelativeTime time={target.created_at} />
        {target.updated_at !== target.created_at && (
          <>
            ，改于 <RelativeTime time={target.updated_at} />
          </>
        )}
        {' · '}
        {target_type === REPORTED.user ? (
          <Link className={classes.link} to={paths.adminUser(target_id)}>
            看这个用户的全部
          </Link>
        ) : (
          <Link
            className={classes.link}
            to={paths.adminRecord(target_type === REPORTED.post ? 'posts' : 'comments', target_id)}
          >
            在表格里打开
          </Link>
        )}
      </p>
      {target_type !== REPORTED.user && <History targetType={target_type} id={target_id} />}
    </article>
  )
}

function History({ targetType, id }: { targetType: typeof TARGET.post | typeof TARGET.comment; id: number }) {
  const { data } = useQuery({
    queryKey: keys.adminModeration(targetType, id),
    queryFn: ({ signal }) => call(history, { query: { target_type: targetType, target_id: id }, signal }),
  })
  if (!data || data.history.length === 0) return null
  return (
    <section className={classes.part} aria-label="处理记录">
      <h2>处理记录</h2>
      <ol className={classes.lines}>
        {data.history.map((line) => (
          <li key={line.id}>
            {line.actor} {DECISION_WORDS[line.action]}：{STATE_WORDS[line.from]} → {STATE_WORDS[line.to]}
            {line.reason && `，${line.reason}`}
            <span className={classes.facts}>
              {' '}
              <RelativeTime time={line.created_at} />
              {line.undone && '，已撤销'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
