/** Responses never contain passwords. */
import { z } from 'zod'
import { count, filterFlag, filterIdOrNull, filterText, id, lineInput, optionalLineInput, time } from '../common.ts'
import { avatarIn, bioIn, personalityIn } from '../profile-fields.ts'
import { locationRule, nicknameRule, userIdRule } from '../rules.ts'
import { profile } from '../users.ts'
import { coded, firstPassword, newPassword, optionalFlag } from './fields.ts'
import { adminImpact, adminResource } from './resource.ts'
import { adminPurge, adminRestore, trashColumns, trashFilter } from './trash.ts'

const { shape } = profile

const row = profile.extend({
  id: shape.id.describe('ID'),
  user_id: shape.user_id.describe('小石榴号'),
  nickname: shape.nickname.describe('昵称'),
  avatar: shape.avatar.describe('头像'),
  bio: shape.bio.describe('个人简介'),
  location: shape.location.describe('IP属地'),
  follow_count: shape.follow_count.describe('关注数'),
  fans_count: shape.fans_count.describe('粉丝数'),
  like_count: shape.like_count.describe('获赞数'),
  post_count: count.describe('笔记数'),
  is_active: coded(shape.is_active, '状态', { 1: '激活', 0: '未激活' }),
  sanction: coded(z.literal(['none', 'mute', 'ban']), '处罚', { none: '无', mute: '禁言', ban: '封禁' }),
  sanction_until: time.nullable().describe('处罚到'),
  last_login_at: shape.last_login_at.describe('最后登录'),
  created_at: shape.created_at.describe('注册时间'),
  updated_at: shape.updated_at.describe('更新时间'),
  gender: shape.gender.describe('性别'),
  zodiac_sign: shape.zodiac_sign.describe('星座'),
  mbti: shape.mbti.describe('MBTI'),
  education: shape.education.describe('学历'),
  major: shape.major.describe('专业'),
  interests: shape.interests.describe('兴趣爱好'),
  invitation_id: id.nullable().describe('邀请码ID'),
  ...trashColumns,
})

const profileFields = { avatar: avatarIn, bio: bioIn, location: optionalLineInput(locationRule), ...personalityIn }

export const users = {
  ...adminResource({
    name: 'users',
    label: '用户',
    writeRole: 'administrator',
    row,
    filters: {
      user_id: filterText.describe('小石榴号的一部分'),
      nickname: filterText.describe('昵称的一部分'),
      location: filterText.describe('IP属地的一部分'),
      is_active: filterFlag.describe('1 激活，0 未激活'),
      invitation_id: filterIdOrNull.describe('注册时用的邀请码的编号；null 表示没有用邀请码的'),
      ...trashFilter,
      search: filterText.describe('昵称或小石榴号的一部分'),
    },
    create: z.object({
      user_id: lineInput(userIdRule),
      nickname: lineInput(nicknameRule),
      password: firstPassword,
      ...profileFields,
      is_active: optionalFlag,
    }),
    update: z.object({
      nickname: optionalLineInput(nicknameRule),
      password: newPassword,
      ...profileFields,
      is_active: optionalFlag,
    }),
    errors: ['image_foreign', 'password_common', 'password_is_id'],
  }),
  impact: adminImpact('users', '用户', 'administrator'),
  restore: adminRestore('users', '用户', { adminRole: 'administrator', names: {} }),
  purge: adminPurge('users', '用户'),
}
