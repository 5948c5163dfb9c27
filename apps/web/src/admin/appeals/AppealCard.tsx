import { APPEAL_OUTCOME_WORDS, type AppealEntry } from '@shiliu/contract/admin/appeals'
import { DECISION_WORDS, history } from '@shiliu/contract/admin/moderation'
import { TARGET } from '@shiliu/contract/limits'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { CommentContext } from '../moderation/CommentContext.tsx'
import classes from './AppealsPage.module.css'

type Target = NonNullable<AppealEntry['target']>

/** Shows the appeals of an author alone. */
type OnAuthor = ((userId: string) => void) | undefined

/** An appeal with what it is about and what was decided about that before. */
export function AppealCard({ appeal, onAuthor }: { appeal: AppealEntry; onAuthor: OnAuthor }) {
  const { target_type, target_id, text, created_at, against, target } = appeal
  const noun = target_type === TARGET.post ? '笔记' : '评论'
  return (
    <article className={classes.card} aria-label={`对${noun} ${target_id} 的申诉`}>
      <section className={classes.words} aria-label="申诉">
        <h2 className={classes.label}>作者说</h2>
        <p className={classes.text} dir="auto">
          {text}
        </p>
        <p className={classes.meta}>
          <RelativeTime time={created_at} />
          <span>
            当时：{STATE_WORDS[against.state]}
            {against.reason && `，${against.reason}`}
          </span>
        </p>
      </section>
      {target ? (
        <About target={target} noun={noun} onAuthor={onAuthor} />
      ) : (
        <p className={classes.gone}>{noun}已经彻底清除</p>
      )}
      <History targetType={target_type} targetId={target_id} />
      {appeal.state === 'resolved' && (
        <p className={classes.result} role="status">
          {appeal.resolved_by ?? '系统'} 处理：{appeal.outcome && APPEAL_OUTCOME_WORDS[appeal.outcome]}
          {appeal.answer && `，${appeal.answer}`}
          {appeal.resolved_at && <RelativeTime time={appeal.resolved_at} />}
        </p>
      )}
    </article>
  )
}

function About({ target, noun, onAuthor }: { target: Target; noun: string; onAuthor: OnAuthor }) {
  const { title, content, pictures, state, author, target_id, post_id, below } = target
  const slides = pictures.map(({ full, url, width, height }) => {
    return { src: full, alt: `${noun}的图片`, width, height, preview: url }
  })
  return (
    <section className={classes.about} aria-label={noun}>
      <p className={classes.meta}>
        <UserLink userId={author.user_id} newTab className={classes.author}>
          <Avatar src={author.avatar} name={author.nickname} size={24} decorative />
          <bdi>{author.nickname}</bdi>
        </UserLink>
        <span>
          {noun} {target_id}
        </span>
        {onAuthor && (
          <button type="button" className={classes.only} onClick={() => onAuthor(author.user_id)}>
            只看这位作者
          </button>
        )}
        {state && <span className={classes.state}>{STATE_WORDS[state]}</span>}
      </p>
      {below && post_id !== null && (
        <div className={classes.context}>
          <CommentContext below={below} postId={post_id} />
        </div>
      )}
      {title && (
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>
      )}
      <div className={classes.text} dir="auto">
        <RichText source={content} />
      </div>
      {slides.length > 0 && (
        <ul className={classes.pictures} aria-label="图片">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                aria-label={`查看第${index + 1}张图片`}
                onPointerEnter={preloadLightbox}
                onClick={() => openLightbox({ pictures: slides, index })}
              >
                <Picture src={picture.card} alt="" width={120} height={120} thumbhash={picture.thumbhash} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function History({ targetType, targetId }: { targetType: 1 | 2; targetId: number }) {
  const { data } = useQuery({
    queryKey: keys.adminModeration(targetType, targetId),
    queryFn: ({ signal }) => call(history, { query: { target_type: targetType, target_id: targetId }, signal }),
  })
  if (!data || data.history.length === 0) return null
  return (
    <ol className={classes.history} aria-label="处理记录">
      {data.history.map((line) => (
        <li key={line.id} data-undone={line.undone || undefined}>
          {line.actor} {DECISION_WORDS[line.action]}：{STATE_WORDS[line.from]} → {STATE_WORDS[line.to]}
          {line.reason && `，${line.reason}`} <RelativeTime time={line.created_at} />
        </li>
      ))}
    </ol>
  )
}
