/** Rows as the API answers them, for component tests. */
import type { SignedIn } from '@shiliu/contract/auth'
import type { Comment } from '@shiliu/contract/comments'
import type { Post } from '@shiliu/contract/posts'

const TIME = '2026-01-01T00:00:00.000Z'

/** A published note of another user. */
export function makePost(fields: Partial<Post> = {}): Post {
  return {
    id: 7,
    user_id: 2,
    title: '食堂新菜',
    content: '今天的番茄牛腩不错',
    category_id: 1,
    category: '校园',
    view_count: 0,
    like_count: 4,
    collect_count: 2,
    comment_count: 0,
    created_at: TIME,
    updated_at: TIME,
    is_draft: 0,
    is_featured: 0,
    nickname: '小二',
    user_avatar: '',
    author_auto_id: 2,
    author_account: 'two',
    location: '',
    images: [],
    pictures: [],
    tags: [],
    liked: false,
    collected: false,
    ...fields,
  }
}

export function makeComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 1,
    post_id: 7,
    user_id: 1,
    parent_id: null,
    content: '好吃',
    pictures: [],
    like_count: 0,
    created_at: TIME,
    nickname: '我',
    user_avatar: '',
    user_auto_id: 1,
    user_display_id: 'me',
    user_location: '',
    liked: false,
    reply_count: 0,
    reply_to: null,
    ...fields,
  }
}

/** The answer to a successful sign-in or registration. */
export const signedIn: SignedIn = {
  user: {
    id: 1,
    user_id: 'me',
    nickname: '我',
    avatar: '',
    bio: '',
    location: '',
    follow_count: 0,
    fans_count: 0,
    like_count: 0,
    is_active: 1,
    created_at: TIME,
    campus_badge: null,
    gender: null,
    zodiac_sign: null,
    mbti: null,
    education: null,
    major: null,
    interests: null,
  },
  tokens: { access_token: 'token', refresh_token: 'refresh', expires_in: 3600 },
  device_token: 'd',
}

/** Of the rules of registration: no address is asked for. */
export const NO_EMAIL = { email: 'off' as const, email_domains: [], mail_delayed: false }
