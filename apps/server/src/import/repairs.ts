/** What an import repairs, merges or leaves out, by kind, as the report names it. */
import { POST } from '@shiliu/contract/limits'

/**
 * `lost` for rows that do not come, `gone` for pictures; `whole` lists every one, since people must be told or later
 * rows look it up.
 */
type Kind = { label: string; lost?: true; gone?: true; whole?: true }

export const KINDS = {
  user_id: {
    label: '小石榴号不合规则或重复，换了新的，请告诉本人；旧的照样能登录和打开主页，和别人只差大小写的除外',
    whole: true,
  },
  user_id_short: { label: '小石榴号只有一两位，照旧能用' },
  nickname_line: { label: '昵称里有换行或看不见的字符，已去掉' },
  nickname_cut: { label: '昵称超过 10 个字，已截短' },
  nickname_empty: { label: '昵称是空的，用了小石榴号' },
  bio_cut: { label: '个人简介超过 200 个字，已截短' },
  profile_dropped: { label: '资料里认不出的性别、星座、MBTI 或学历，已清空' },
  profile_cut: { label: '专业或 IP属地太长，已截短' },
  interests: { label: '兴趣爱好认不出、太多或太长，留下了合规则的' },
  password: { label: '没有能用的密码，要管理员设一个新的才能登录' },
  disabled: { label: '在旧站点已停用，这里也停用' },
  avatar: { label: '头像地址不能用，换成了默认头像', gone: true },
  admin_name: { label: '管理员的用户名不合规则或重复，换了新的', whole: true },
  admin_taken: { label: '已有同名的管理员，旧的没有搬', lost: true },
  admin_password: { label: '管理员的密码很常见，登录后请马上改', whole: true },
  category_merged: { label: '名称只差大小写或空格的分类，并成一个', whole: true },
  category_name: { label: '分类的名称是空的，换了一个' },
  category_title: { label: '分类的英文标题没有、不合规则或重复，换了一个', whole: true },
  tag_merged: { label: '名称只差大小写或空格的标签，并成一个', whole: true },
  tag_name: { label: '标签的名称是空的', lost: true },
  tag_long: { label: '标签超过 8 个字，照原样留着，作者修改笔记时要换' },
  post_author: { label: '笔记的作者不存在', lost: true },
  post_title: { label: '标题超过 100 个字，照原样留着，作者修改时要缩短' },
  post_long: { label: '正文超过 2000 个字，照原样留着，作者修改时要缩短' },
  post_incomplete: { label: '已发布的笔记没有标题、正文或分类，照样搬来' },
  post_category: { label: '笔记的分类不存在，没有分类了' },
  post_pictures: { label: `图片超过 ${POST.imagesMax} 张，照原样留着，作者修改时要减少` },
  post_tags: { label: `标签超过 ${POST.tagsMax} 个，照原样留着，作者修改时要减少` },
  post_picture: { label: '正文里的图片标记，已去掉' },
  markup: { label: '文字里的 HTML，只留下文字、换行、提及和评论的图片' },
  image_post: { label: '图片所在的笔记没有搬', lost: true },
  image_lost: { label: '笔记的图片：文件找不到或打不开，或者没有给 --uploads', lost: true },
  image_address: { label: '图片地址不能用', lost: true },
  tag_post: { label: '标签和笔记的关联：笔记或标签没有搬', lost: true },
  tag_repeated: { label: '同一篇笔记里重复的标签', lost: true },
  picture_missing: { label: '图片文件找不到', gone: true },
  picture_broken: { label: '图片文件打不开或不是图片', gone: true },
  picture_left: { label: '图片留在 --uploads 的地址，照旧显示那里的' },
  picture_foreign: { label: '图片在别的网站上，照旧显示那里的' },
  picture_https: { label: '别的网站上的图片地址从 http 改成 https' },
  comment_post: { label: '评论所在的笔记不存在', lost: true },
  comment_author: { label: '评论的作者不存在', lost: true },
  comment_parent: { label: '回复的评论不存在', lost: true },
  comment_picture: { label: '评论里的图片：地址不能用，文件找不到或打不开', gone: true },
  comment_long: { label: '评论超过 1000 个字，照原样留着' },
  comment_empty: { label: '评论里没有能显示的内容' },
  like_target: { label: '赞的人或对象不存在', lost: true },
  like_repeated: { label: '重复的赞', lost: true },
  collection_target: { label: '收藏的人或笔记不存在', lost: true },
  collection_repeated: { label: '重复的收藏', lost: true },
  follow_target: { label: '关注的一方不存在', lost: true },
  follow_repeated: { label: '重复的关注', lost: true },
  follow_self: { label: '自己关注自己', lost: true },
  notification_target: { label: '通知的一方或说的内容不存在', lost: true },
  notification_repeated: { label: '重复的通知', lost: true },
  notification_self: { label: '自己给自己的通知', lost: true },
  notification_type: { label: '认不出的通知', lost: true },
  session: { label: '旧的登录：不搬，每个人用旧密码重新登录一次', lost: true },
  time_early: { label: '时间没有或早于 1971 年，用了前一条的时间' },
  time_future: { label: '时间在将来，改成了搬的时候' },
} as const satisfies Record<string, Kind>

export type RepairKind = keyof typeof KINDS
export type Repair = { kind: RepairKind; record: string; old_value: string; new_value: string }

/** Of what was changed. */
export const LISTED_MAX = 200
/** Of what does not come, which somebody may want to look through. */
export const LOST_LISTED_MAX = 10_000
const TEXT_MAX = 300

/** Of a kind, as the table above has it. */
export const kindOf = (kind: RepairKind): Kind => KINDS[kind]

function listedMaxOf(kind: RepairKind): number {
  const { lost, gone, whole } = kindOf(kind)
  if (whole) return Number.POSITIVE_INFINITY
  return lost || gone ? LOST_LISTED_MAX : LISTED_MAX
}

/** What one batch repaired. A transaction that is run again begins with a new one. */
export type Findings = {
  note(kind: RepairKind, record: number | string, oldValue?: unknown, newValue?: unknown): void
  counts: Map<RepairKind, number>
  /** To be stored; `known` are the counts of the batches before. */
  listed(known: Partial<Record<RepairKind, number>>): Repair[]
}

const shorten = (value: unknown) => [...String(value ?? '')].slice(0, TEXT_MAX).join('')

export function newFindings(): Findings {
  const counts = new Map<RepairKind, number>()
  const all: Repair[] = []
  return {
    counts,
    note(kind, record, oldValue, newValue) {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (count > listedMaxOf(kind)) return
      const texts = { old_value: shorten(oldValue), new_value: shorten(newValue) }
      all.push({ kind, record: [...String(record)].slice(0, 191).join(''), ...texts })
    },
    listed(known) {
      const left = new Map<RepairKind, number>()
      return all.filter(({ kind }) => {
        const room = left.get(kind) ?? listedMaxOf(kind) - (known[kind] ?? 0)
        left.set(kind, room - 1)
        return room > 0
      })
    },
  }
}
