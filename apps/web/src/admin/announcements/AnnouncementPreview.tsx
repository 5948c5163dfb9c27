import { BannerCard } from '#entities/announcement/BannerCard.tsx'
import classes from './AnnouncementPreview.module.css'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

type Props = { values: Readonly<Record<string, unknown>> }

/** What people will see, as it is typed. */
export function AnnouncementPreview({ values }: Props) {
  const banner = { title: textOf(values.title) || '标题', text: textOf(values.text), link: textOf(values.link) || null }
  return (
    <section className={classes.preview} aria-label="预览">
      <p className={classes.label}>{values.kind === 'notification' ? '预览：通知里的内容' : '预览'}</p>
      {/* Its links and buttons are not for here. */}
      <div inert>
        <BannerCard banner={banner} onClose={values.kind !== 'notification' && values.dismissable ? () => {} : null} />
      </div>
    </section>
  )
}
