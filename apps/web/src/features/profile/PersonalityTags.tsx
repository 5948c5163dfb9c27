import type { Profile } from '@shiliu/contract/users'
import { IconGenderFemale, IconGenderMale } from '@tabler/icons-react'
import classes from './ProfileHeader.module.css'

type Props = Pick<Profile, 'gender' | 'zodiac_sign' | 'mbti' | 'education' | 'major' | 'interests'>

/** What somebody chose to tell of themselves, as chips; nothing where nothing is set. */
export function PersonalityTags({ gender, zodiac_sign, mbti, education, major, interests }: Props) {
  const words = [zodiac_sign, mbti, education, major, ...(interests ?? [])].filter(
    (word) => word !== null && word !== '',
  )
  const Gender = gender === '男' ? IconGenderMale : gender === '女' ? IconGenderFemale : null
  if (!Gender && words.length === 0) return null
  return (
    <ul className={classes.tags} aria-label="个性标签">
      {Gender && (
        <li className={classes.tag} data-gender={gender}>
          <Gender size={14} stroke={2} aria-hidden />
          <span className="sr-only">{gender}</span>
        </li>
      )}
      {[...new Set(words)].map((word) => (
        <li key={word} className={classes.tag}>
          {word}
        </li>
      ))}
    </ul>
  )
}
