import { DECISION_WORDS } from '@shiliu/contract/admin/moderation'
import type { QueueItem } from '@shiliu/contract/admin/queue'
import { useEffect, useState } from 'react'
import { RichText } from '#entities/user/RichText.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { fullTime, RelativeTime, waitedText } from '#ui/text/RelativeTime.tsx'
import { CommentContext } from '../moderation/CommentContext.tsx'
import { PostLabels } from '../moderation/PostLabels.tsx'
import { KIND_WORDS } from '../sanctions/sanction-words.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import classes from './QueueCard.module.css'

const FIELD_WORDS: Readonly<Record<string, string>> = { title: '标题', content: '正文', tags: '标签' }

/** One note or comment with all that a decision needs. */
export function QueueCard({ item, notice }: { item: QueueItem; notice: string | null }) {
  const isNote = item.target_type === 1
  return (
    <article className={classes.card} data-plain={item.pictures.length === 0 || undefined} aria-label="正在审核">
      {item.pictures.length > 0 && <Pictures key={item.version} pictures={item.pictures} />}
      <div className={classes.words}>
        {notice && (
          <p className={classes.notice} role="status">
            {notice}
          </p>
        )}
        <p className={classes.why}>
          <span>{isNote ? '笔记' : '评论'}</span>
          {item.why && <span>{item.why}</span>}
          <time dateTime={item.waiting_since} title={fullTime(item.waiting_since)}>
            {waitedText(item.waiting_since)}
          </time>
        </p>
        {item.words.length > 0 && (
          <p className={classes.found}>
            {item.words.map(({ word, field }) => (
              <mark key={`${field} ${word}`}>
                {word}（{FIELD_WORDS[field] ?? field}）
              </mark>
            ))}
          </p>
        )}
        {isNote ? <h2 dir="auto">{item.title}</h2> : <h2 className={classes.below}>在《{item.post_title}》下的评论</h2>}
        {item.below && item.post_id !== null && <CommentContext below={item.below} postId={item.post_id} />}
        <p className={classes.content} dir="auto">
          <RichText source={item.content} />
        </p>
        <PostLabels item={item} />
        <Author author={item.author} />
        {item.earlier.length > 0 && (
          <ul className={classes.earlier} aria-label="之前的处理">
            {item.earlier.map((line) => (
              <li key={`${line.created_at} ${line.action}`}>
                <RelativeTime time={line.created_at} /> {line.actor} {DECISION_WORDS[line.action]}
                {line.reason && `：${line.reason}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

function Pictures({ pictures }: { pictures: QueueItem['pictures'] }) {
  const [at, setAt] = useState(0)
  const shown = pictures[at] ?? pictures[0]
  const turn = (by: number) => setAt(Math.min(Math.max(0, at + by), pictures.length - 1))
  const enlarge = () => openLightbox({ pictures: pictures.map(slideOf), index: at, onIndex: setAt })
  useShortcuts({ Enter: enlarge, ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) })
  useEffect(preloadLightbox, [])
  if (!shown) return null
  return (
    <div className={classes.pictures}>
      <button
        type="button"
        className={classes.enlarge}
        aria-label={`放大第 ${at + 1} 张，共 ${pictures.length} 张`}
        aria-keyshortcuts="Enter"
        onClick={enlarge}
      >
        <Picture
          key={shown.url}
          className={classes.large}
          src={shown.full}
          preview={shown.card}
          alt=""
          fit="contain"
          eager
        />
      </button>
      {pictures.length > 1 && (
        <div className={classes.others}>
          {pictures.map(({ url, card, thumbhash }, i) => (
            <button
              key={url}
              type="button"
              aria-label={`看第 ${i + 1} 张`}
              aria-pressed={i === at}
              onClick={() => setAt(i)}
            >
              <Picture src={card} alt="" thumbhash={thumbhash} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const slideOf = ({ full, url, width, height }: QueueItem['pictures'][number]) => {
  return { src: full, alt: '待审核的图片', width, height, preview: url }
}

function Author({ author }: { author: QueueItem['author'] }) {
  const { nickname, user_id, avatar, created_at, post_count, rejected, hidden, sanction } = author
  return (
    <div className={classes.author}>
      <Avatar src={avatar} name={nickname} size={40} />
      <p>
        <b dir="auto">{nickname}</b> <span>@{user_id}</span>
        {sanction && <em>{KIND_WORDS[sanction]}中</em>}
        <small>
          <RelativeTime time={created_at} /> 注册 · 公开 {post_count} 篇 · 未通过 {rejected} · 被隐藏 {hidden}
        </small>
      </p>
    </div>
  )
}
