import { DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Profile, UserStats } from '@shiliu/contract/users'
import { type FollowTab, paths } from '#app/paths.ts'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { RichText } from '#entities/user/RichText.tsx'
import { UserCounts } from '#entities/user/UserCounts.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { AvatarButton } from './AvatarButton.tsx'
import { EditProfileButton } from './edit/EditProfileButton.tsx'
import { PersonalityTags } from './PersonalityTags.tsx'
import classes from './ProfileHeader.module.css'

type Props = { profile: Profile; stats: UserStats | null; own: boolean }

/** Who this is: picture, names, what they say of themselves, and their numbers. */
export function ProfileHeader({ profile, stats, own }: Props) {
  const { user_id, nickname, avatar, bio, location } = profile
  // Only one's own people can be listed (spec section 2 «Follow list»).
  const toList = (tab: FollowTab) => (own ? paths.follow(tab) : undefined)
  const counts = [
    { label: '关注', value: stats?.follow_count ?? profile.follow_count, to: toList('following') },
    { label: '粉丝', value: stats?.fans_count ?? profile.fans_count, to: toList('followers') },
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
        <UserCounts counts={counts} className={classes.counts} />
      </div>
      <div className={classes.action}>
        {own ? (
          <>
            <EditProfileButton profile={profile} />
            <ButtonLink variant="plain" to={paths.postManagement()}>
              管理笔记
            </ButtonLink>
          </>
        ) : (
          <FollowButton userId={user_id} nickname={nickname} size="md" />
        )}
      </div>
    </header>
  )
}
