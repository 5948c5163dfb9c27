import { DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Profile, UserStats } from '@shiliu/contract/users'
import { paths } from '#app/paths.ts'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { RichText } from '#entities/user/RichText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { CountText } from '#ui/CountText.tsx'
import { AvatarButton } from './AvatarButton.tsx'
import { PersonalityTags } from './PersonalityTags.tsx'
import classes from './ProfileHeader.module.css'

type Props = { profile: Profile; stats: UserStats | null; own: boolean }

/** Who this is: picture, names, what they say of themselves, and their numbers. */
export function ProfileHeader({ profile, stats, own }: Props) {
  const { user_id, nickname, avatar, bio, location } = profile
  const counts = [
    { label: '关注', value: stats?.follow_count ?? profile.follow_count },
    { label: '粉丝', value: stats?.fans_count ?? profile.fans_count },
    { label: '获赞与收藏', value: stats?.likes_and_collects ?? null },
  ]
  return (
    <header className={classes.header}>
      <AvatarButton src={avatar} name={nickname} className={classes.avatar} />
      <div className={classes.names}>
        <h1 className={classes.nickname}>{nickname}</h1>
        <p className={classes.ids}>
          <span>小石榴号：{user_id}</span>
          <span>IP属地：{location || UNKNOWN_LOCATION}</span>
        </p>
      </div>
      <div className={classes.about}>
        <p className={classes.bio}>
          <RichText source={bio || DEFAULT_BIO} />
        </p>
        <PersonalityTags {...profile} />
        <dl className={classes.counts}>
          {counts.map(({ label, value }) => (
            <div key={label} className={classes.count}>
              <dt>{label}</dt>
              <dd>{value === null ? '–' : <CountText value={value} />}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes.action}>
        {own ? (
          <ButtonLink variant="plain" to={paths.postManagement()}>
            管理笔记
          </ButtonLink>
        ) : (
          <FollowButton userId={user_id} nickname={nickname} size="md" />
        )}
      </div>
    </header>
  )
}
