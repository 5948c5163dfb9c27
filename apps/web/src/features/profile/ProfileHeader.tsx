import { DEFAULT_AVATAR, DEFAULT_BIO, UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Profile } from '@shiliu/contract/users'
import { IconGenderFemale, IconGenderMale, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { type FollowTab, paths } from '#app/paths.ts'
import { ReportButton } from '#entities/report/ReportButton.tsx'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { RichText } from '#entities/user/RichText.tsx'
import { UserCounts } from '#entities/user/UserCounts.tsx'
import type { ProfileWithStats } from '#entities/user/user.queries.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import type { EditProfileDialogProps } from './edit/EditProfileDialog.tsx'
import classes from './ProfileHeader.module.css'

type Props = { profile: ProfileWithStats; own: boolean }

export function ProfileHeader({ profile, own }: Props) {
  const { user_id, nickname, avatar, bio, location, campus_badge } = profile
  // Only the viewer's own follow lists have a page.
  const toList = (tab: FollowTab) => (own ? paths.follow(tab) : undefined)
  const counts = [
    { label: '关注', value: profile.follow_count, to: toList('following') },
    { label: '粉丝', value: profile.fans_count, to: toList('followers') },
    { label: '获赞与收藏', value: profile.likes_and_collects ?? null },
  ]
  return (
    <header className={classes.header}>
      <AvatarButton src={avatar} name={nickname} />
      <div className={classes.names}>
        <h1 className={classes.nickname} dir="auto">
          {nickname}
          {campus_badge && (
            <span className={classes.badge} title="由学校的统一登录认证">
              <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden />
              {campus_badge}认证
            </span>
          )}
        </h1>
        <p className={classes.ids}>
          <span>小石榴号：{user_id}</span>
          <span>IP属地：{location || UNKNOWN_LOCATION}</span>
          <ReportButton kind="user" id={profile.id} ownerId={profile.id} label={`举报用户 ${nickname}`} />
        </p>
      </div>
      <div className={classes.about}>
        <p className={classes.bio} dir="auto">
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

function AvatarButton({ src, name }: { src: string; name: string }) {
  const picture = { src: src || DEFAULT_AVATAR, alt: `${name}的头像` }
  return (
    <button
      type="button"
      className={`${classes.avatarButton} ${classes.avatar}`}
      aria-label={`查看${name}的头像大图`}
      onPointerEnter={preloadLightbox}
      onClick={() => openLightbox({ pictures: [picture], index: 0 })}
    >
      <Avatar src={src} name={name} size={120} decorative />
    </button>
  )
}

type TagsProps = Pick<Profile, 'gender' | 'zodiac_sign' | 'mbti' | 'education' | 'major' | 'interests'>

function PersonalityTags({ gender, zodiac_sign, mbti, education, major, interests }: TagsProps) {
  const tags = [zodiac_sign, mbti, education, major, ...(interests ?? [])].filter((tag) => tag !== null && tag !== '')
  const GenderIcon = gender === '男' ? IconGenderMale : gender === '女' ? IconGenderFemale : null
  if (!GenderIcon && tags.length === 0) return null
  return (
    <ul className={classes.tags} aria-label="个性标签">
      {GenderIcon && (
        <li className={classes.tag} data-gender={gender}>
          <GenderIcon size={14} stroke={2} aria-hidden />
          <span className="sr-only">{gender}</span>
        </li>
      )}
      {[...new Set(tags)].map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
    </ul>
  )
}

const dialog = loadable<EditProfileDialogProps>(() =>
  import('./edit/EditProfileDialog.tsx').then((module) => module.EditProfileDialog),
)
const preloadDialog = () => void dialog.load().catch(() => {})

function EditProfileButton({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  const EditProfileDialog = useLoadable(dialog, open, () => {
    toast.error(NETWORK_FAILED)
    setOpen(false)
  })
  return (
    <>
      <Button variant="plain" onPointerEnter={preloadDialog} onFocus={preloadDialog} onClick={() => setOpen(true)}>
        编辑资料
      </Button>
      {open && EditProfileDialog && <EditProfileDialog profile={profile} onClosed={() => setOpen(false)} />}
    </>
  )
}
