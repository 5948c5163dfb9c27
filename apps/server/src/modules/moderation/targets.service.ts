/** References to what is moderated: the number of its type (`REPORTED` of the contract) and its id. */
import type { TARGET } from '@shiliu/contract/limits'

/** The types that have a moderation state: notes and comments. */
export type ContentType = typeof TARGET.post | typeof TARGET.comment

export type TargetRef = { target_type: number; target_id: number }

/** Equal for equal references. */
export const refKey = ({ target_type, target_id }: TargetRef): string => `${target_type}:${target_id}`

/** The ids of the references of one type, in their order. */
export const idsOfType = (refs: readonly TargetRef[], type: number): number[] =>
  refs.flatMap((ref) => (ref.target_type === type ? ref.target_id : []))
