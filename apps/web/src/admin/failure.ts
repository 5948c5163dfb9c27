import { messageOf } from '#api/error.ts'

/** 删除失败: 分类下还有笔记 (spec section 8 «Admin»); `unexplained` where there is no reason to give. */
export function failure(what: string, error: unknown, unexplained = what): string {
  const reason = messageOf(error, '')
  return reason ? `${what}: ${reason}` : unexplained
}
