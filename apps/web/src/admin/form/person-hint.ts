/** How somebody is named in a form (wire rule 22). */
export const PERSON_HINT = '数字ID，或小石榴号；小石榴号只有数字时在前面加 @'
