import { HEIC_ADVICE } from './pictures.ts'

/** Every error of the API with its HTTP status and message (docs/api.md#status-codes, docs/api.md#error-words). */
export const ERRORS = {
  bad_request: [400, '请求格式不正确'],
  invalid_input: [400, '填写的内容有误'],
  idempotency_key_invalid: [400, '请求头 Idempotency-Key 只能是 1 到 100 个可见的 ASCII 字符'],
  unauthorized: [401, '未授权访问'],
  session_ended: [401, '会话已过期，请重新登录'],
  forbidden: [403, '禁止访问'],
  not_found: [404, '资源不存在'],
  conflict: [409, '内容已被其他人修改，请刷新后重试'],
  request_running: [409, '上一次提交还在处理，请稍后再试'],
  payload_too_large: [413, '提交的内容过大'],
  unsupported_media_type: [415, '请求的内容类型不支持'],
  body_slow: [408, '上传太慢，已经停止，请换个网络再试'],
  idempotency_key_reused: [422, '这个 Idempotency-Key 已经用于另一个请求，请换一个'],
  too_many_requests: [429, '操作太频繁，请稍后再试'],
  internal: [500, '服务器内部错误'],
  too_many_notes: [429, '发布得太频繁，请稍后再试'],
  exports_running: [429, '已有两个导出在进行，请稍后再试'],
  query_too_long: [503, '查询用时过长，请缩小范围后再试'],
  unavailable: [503, '服务暂时不可用，请稍后再试'],

  captcha_wrong: [400, '验证码错误，请重新输入'],
  captcha_expired: [400, '验证码已过期，请重新获取'],
  user_id_taken: [400, '该账号已被注册，小石榴号已存在'],
  credentials_wrong: [400, '账号或密码错误'],
  proof_required: [429, '密码错了太多次，请稍后再试'],
  proof_wrong: [400, '安全验证没有通过，请重试'],
  account_disabled: [400, '账号已被停用，请联系管理员'],
  password_current_wrong: [400, '当前密码错误'],
  password_unchanged: [400, '新密码不能与当前密码相同'],

  user_not_found: [404, '用户不存在'],
  follow_self: [400, '不能关注自己'],

  post_not_found: [404, '笔记不存在或已被删除'],
  category_not_found: [400, '所选分类不存在，请重新选择'],
  category_missing: [404, '分类不存在'],
  category_name_taken: [400, '分类名称已存在'],
  category_title_taken: [400, '英文标题已存在'],
  category_in_use: [400, '分类下还有笔记，不能删除'],
  image_foreign: [400, '图片不是本站上传的，请重新上传'],

  comment_not_found: [404, '评论不存在或已被删除'],
  notification_not_found: [404, '通知不存在'],

  file_missing: [400, '请选择文件'],
  file_not_image: [400, '请选择图片文件'],
  file_too_large: [400, '图片大小不能超过5MB'],
  file_type: [400, '不支持的文件类型'],
  file_heic: [400, HEIC_ADVICE],
  file_damaged: [400, '图片已损坏或不完整，请换一张'],
  file_dimensions: [400, '图片尺寸过大，请缩小后再上传'],
  file_unprocessable: [400, '这张图片太复杂，服务器处理不了，请缩小或换一张再上传'],
  files_too_many: [400, '最多只能上传9张图片'],

  admin_not_found: [404, '管理员不存在'],
  admin_taken: [409, '用户名已存在'],
  admin_self: [400, '不能删除自己'],
  admin_self_disabled: [400, '不能停用自己'],
  admin_last: [400, '至少要保留一个启用的管理员'],
  record_not_found: [404, '记录不存在或已被删除'],
  record_duplicate: [409, '记录已存在'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS
