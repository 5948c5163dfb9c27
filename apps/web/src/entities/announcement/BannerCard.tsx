import type { Banner } from '@shiliu/contract/announcements'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '#ui/form/IconButton.tsx'
import { AnnouncementLink } from './AnnouncementLink.tsx'
import classes from './BannerCard.module.css'

type Props = { banner: Pick<Banner, 'title' | 'text' | 'link'>; onClose: (() => void) | null }

/** A banner: its title, its text on the same lines, a link to more, and a button that closes it. */
export function BannerCard({ banner: { title, text, link }, onClose }: Props) {
  return (
    <section className={classes.card} aria-label={`公告：${title}`}>
      <p className={classes.text} dir="auto">
        <strong>{title}</strong>
        {text && `　${text}`}
        {link && (
          <>
            {'　'}
            <AnnouncementLink to={link} className={classes.link}>
              查看详情
            </AnnouncementLink>
          </>
        )}
      </p>
      {onClose && <IconButton icon={IconX} label="关闭公告" onClick={onClose} />}
    </section>
  )
}
